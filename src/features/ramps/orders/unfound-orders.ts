import type { CollectionSpec, RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { documentForm, nullable, number, text, time } from '../../../values/document-form.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { DAY_MS } from '../../../values/utc-day.ts';

/**
 * Provider's orders that a webhook named only by the provider's order id, when no order of this service has that id. The providers are
 * asked about them until they answer.
 */
export const UNFOUND_ORDERS: CollectionSpec = {
  name: 'ramp-unfound',
  indexes: [['nextAskAtMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<UnfoundOrder>({
    ...{ provider: text, orderId: text, side: nullable(text), asks: number, unknowns: number, nextAskAtMs: time, expiresAtMs: time },
  }),
};

export type UnfoundOrder = {
  readonly provider: string;
  readonly orderId: string;
  readonly side: RampSide | null;
  /** How often the provider was asked about the order; `unknowns` counts its answers that it does not know the order. */
  readonly asks: number;
  readonly unknowns: number;
  readonly nextAskAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * The result of asking a provider about an order. `settled`: the provider described the order, so it is not asked again. `unknown`: the
 * provider does not know the order. `failed`: the provider did not answer.
 */
export type Asked = 'settled' | 'unknown' | 'failed';

export type UnfoundOrders = {
  /** Stores an order about which the provider is asked. If the order is already stored, the provider is asked about it again at once. */
  keep(order: Pick<UnfoundOrder, 'provider' | 'orderId' | 'side'>): Promise<void>;
  /** Asks the providers about the orders whose time has come. If the answer does not settle an order, its provider is asked again later. */
  askDue(ask: (order: UnfoundOrder) => Promise<Asked>): Promise<void>;
};

/** Maximum number of stored orders about which the providers are still to be asked. */
export const MOST_UNFOUND = 5_000;
/** Maximum number of orders about which a node asks the providers in one round. */
const MOST_A_ROUND = 10;
const KEPT_MS = 30 * DAY_MS;
const MINUTE_MS = 60_000;
const PAUSES = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
/**
 * Number of answers `unknown` after which the provider is no longer asked about an order. One such answer is not enough, because a provider
 * may know an order only some time after its webhook.
 */
const MOST_UNKNOWN = 4;

export function createUnfoundOrders({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): UnfoundOrders {
  const rows = records.collection<UnfoundOrder>(UNFOUND_ORDERS);
  return {
    async keep({ provider, orderId, side }) {
      const id = `${provider}/${orderId}`;
      const now = clock.now();
      const first = { provider, orderId, side, asks: 0, unknowns: 0, nextAskAtMs: now, expiresAtMs: now + KEPT_MS };
      if ((await rows.insert(id, first)).inserted) return;
      const known = await rows.get(id);
      if (known === null) return;
      const { _id, rev, ...row } = known;
      // If another node is asking the provider about the order now, the provider's answer is as new as this webhook.
      await rows.update(id, rev, { ...row, unknowns: 0, nextAskAtMs: Math.min(row.nextAskAtMs, now) });
    },

    async askDue(ask) {
      const now = clock.now();
      const due = await rows.find({
        where: {},
        range: { field: 'nextAskAtMs', to: now },
        sort: { field: 'nextAskAtMs', order: 'ascending' },
        limit: MOST_A_ROUND,
      });
      for (const { _id, rev, ...row } of due.rows) {
        const claimed = { ...row, asks: row.asks + 1, nextAskAtMs: now + (PAUSES[row.asks] ?? LONGEST_PAUSE_MS) };
        // The time of the next request is stored first. So only one node asks now, and if this node stops meanwhile, the provider is asked
        // about the order later.
        if (!(await rows.update(_id, rev, claimed))) continue;
        const asked = await ask(row);
        const unknowns = row.unknowns + (asked === 'unknown' ? 1 : 0);
        if (asked === 'settled' || unknowns >= MOST_UNKNOWN) await rows.remove(_id);
        else if (unknowns !== row.unknowns) await rows.update(_id, rev + 1, { ...claimed, unknowns });
      }
    },
  };
}
