import type { CollectionSpec, RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { documentForm, flag, nullable, number, text, time } from '../../../values/document-form.ts';
import { DAY_MS } from '../../../values/utc-day.ts';
import type { WebhookHint } from '../ramp-provider.ts';

/**
 * Provider's orders that webhooks named without a reference of this service. They are stored so that operators can examine them. They are
 * never matched to a wallet by their amounts.
 */
export const UNATTRIBUTED_ORDERS: CollectionSpec = {
  name: 'ramp-unattributed',
  indexes: [['provider', 'lastAtMs'], ['lastAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<UnattributedOrder>({
    ...{ provider: text, orderId: nullable(text), reference: nullable(text), providerStatus: nullable(text), isProved: flag },
    ...{ webhooks: number, firstAtMs: time, lastAtMs: time, expiresAtMs: time },
  }),
};

export type UnattributedOrder = {
  readonly provider: string;
  readonly orderId: string | null;
  /** The reference that the webhook named, which this service did not assign; null when the webhook named none. */
  readonly reference: string | null;
  readonly providerStatus: string | null;
  /** Whether the provider has signed the webhook that named the order. */
  readonly isProved: boolean;
  readonly webhooks: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly expiresAtMs: number;
};

export type UnattributedOrders = {
  note(provider: string, hint: WebhookHint): Promise<void>;
  /** Stores the provider's own answer about an order that a webhook has named. */
  learn(provider: string, orderId: string, said: Pick<UnattributedOrder, 'reference' | 'providerStatus'>): Promise<void>;
  /** Removes an order for which it was found that it belongs to this service. */
  remove(provider: string, orderId: string): Promise<void>;
  list(query: { readonly provider?: string | undefined; readonly limit: number }): Promise<readonly UnattributedOrder[]>;
};

const KEPT_MS = 30 * DAY_MS;
/** Maximum number of stored unattributed orders. */
export const MOST_UNATTRIBUTED = 5_000;
const MOST_TEXT = 200;
const MOST_ATTEMPTS = 5;

export function createUnattributedOrders({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): UnattributedOrders {
  const rows = records.collection<UnattributedOrder>(UNATTRIBUTED_ORDERS);
  return {
    async note(provider, { orderId, reference, providerStatus, isProved, eventId }) {
      const id = `${provider}/${cut(orderId ?? reference ?? eventId)}`;
      const now = clock.now();
      const seen = { providerStatus: cutOr(providerStatus), lastAtMs: now, expiresAtMs: now + KEPT_MS };
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const known = await rows.get(id);
        if (known === null) {
          const first = { provider, orderId: cutOr(orderId), reference: cutOr(reference), isProved, webhooks: 1, firstAtMs: now, ...seen };
          if ((await rows.insert(id, first)).inserted) return;
        } else {
          const { _id, rev, ...row } = known;
          const next = { ...row, ...seen, isProved: row.isProved || isProved, webhooks: row.webhooks + 1 };
          if (await rows.update(id, rev, next)) return;
        }
      }
      // Every attempt to store the webhook failed because other webhooks of the same order were stored at the same time. An operator sees
      // the order anyway; only its number of webhooks is too low by one.
    },
    async learn(provider, orderId, { reference, providerStatus }) {
      const id = `${provider}/${cut(orderId)}`;
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const known = await rows.get(id);
        if (known === null) return;
        const { _id, rev, ...row } = known;
        if (await rows.update(id, rev, { ...row, reference: cutOr(reference), providerStatus: cutOr(providerStatus), isProved: true }))
          return;
      }
    },
    async remove(provider, orderId) {
      await rows.remove(`${provider}/${cut(orderId)}`);
    },
    async list({ provider, limit }) {
      const where = provider === undefined ? {} : { provider };
      return (await rows.find({ where, sort: { field: 'lastAtMs', order: 'descending' }, limit })).rows;
    },
  };
}

function cut(text: string): string {
  return text.slice(0, MOST_TEXT);
}

function cutOr(text: string | null): string | null {
  return text === null ? null : cut(text);
}
