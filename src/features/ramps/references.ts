import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, nullable, number, text, time } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { RampName, RampTerms } from './ramp-provider.ts';

/**
 * The references that connect the webhooks and orders of providers to a wallet. A reference expires after a day if no order was begun with
 * it.
 */
export const RAMP_REFERENCES: CollectionSpec = {
  name: 'ramp-references',
  indexes: [['wallet', 'createdAtMs']],
  expiresAt: 'expiresAtMs',
  ofWallet: { by: 'wallet', mayBeDeleted: true },
  form: documentForm<StoredReference>({
    ...{ reference: text, provider: text, side: text, wallet: text, crypto: text, network: text, chainId: nullable(number) },
    ...{ token: nullable(text), fiat: text, amount: text, amountOf: text, createdAtMs: time, expiresAtMs: time },
  }),
};

/** How long a reference can be used to begin an order after it was assigned, in ms. */
export const REFERENCE_LIFETIME_MS = 24 * 3_600_000;

export type StoredReference = RampTerms & { readonly createdAtMs: number; readonly expiresAtMs: number };

export type References = {
  /**
   * Creates a new reference (the id that connects an order with its provider's data), stores it with the terms of its order, and creates
   * the order.
   */
  assign(terms: Omit<RampTerms, 'reference'>): Promise<StoredReference>;
  /**
   * Creates a new reference (the id that connects an order with its provider's data) and stores it with the terms of its order. The order
   * is created later, when the provider has opened its checkout.
   */
  reserve(terms: Omit<RampTerms, 'reference'>): Promise<StoredReference>;
  /**
   * Returns the terms of the order to which a reference belongs. @throws TerminalError `reference-not-found` (404) when the reference is
   * unknown or has expired
   */
  find(provider: RampName, reference: string): Promise<StoredReference>;
  /** Returns the terms of the order to which a reference belongs; null when the reference is unknown or has expired. */
  findOrNull(provider: RampName, reference: string): Promise<StoredReference | null>;
};

/**
 * Creates the store of references.
 * @param onAssigned called for each new reference that `assign` has stored
 */
export function createReferences(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly onAssigned: (terms: StoredReference) => Promise<void>;
}): References {
  const { clock, ids, onAssigned } = deps;
  const rows = deps.records.collection<StoredReference>(RAMP_REFERENCES);
  const findOrNull: References['findOrNull'] = async (provider, reference) => {
    const found = await rows.get(reference);
    if (found === null || found.provider !== provider || found.expiresAtMs <= clock.now()) return null;
    const { _id, rev, ...row } = found;
    return row;
  };
  const reserve: References['reserve'] = async (terms) => {
    const createdAtMs = clock.now();
    const row = { ...terms, reference: ids(), createdAtMs, expiresAtMs: createdAtMs + REFERENCE_LIFETIME_MS };
    await rows.insert(row.reference, row);
    return row;
  };
  return {
    async assign(terms) {
      const row = await reserve(terms);
      await onAssigned(row);
      return row;
    },
    reserve,
    findOrNull,
    async find(provider, reference) {
      const found = await findOrNull(provider, reference);
      if (found !== null) return found;
      const message = `The reference "${reference}" was not assigned for ${provider}, or it has expired. A reference without an order expires after 24 hours. Assign a new reference.`;
      throw new TerminalError({ code: 'reference-not-found', message, status: 404 });
    },
  };
}
