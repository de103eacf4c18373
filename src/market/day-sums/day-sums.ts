import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { digits, documentForm, integer, number, oneOf, text } from '../../values/document-form.ts';
import { gatherWrites } from '../../values/gather-writes.ts';
import { DAY_MS, utcDayOf } from '../../values/utc-day.ts';

/** Whose order was filled (executed): that of a DCA position or that of an agent. */
export type DaySumKind = 'position' | 'agent';

/** The orders of one UTC day that were filled (executed) and sold the same token on a chain: their number and their total amount. */
export type DaySum = {
  /** The day, as the number of UTC days since 1970. */
  readonly day: number;
  readonly kind: DaySumKind;
  readonly chainId: number;
  /** The token that was sold. */
  readonly token: Address;
  /** Total amount of the token that was sold, in base units. */
  readonly amount: BaseUnits;
  readonly fills: number;
};

export type CountedFill = {
  readonly kind: DaySumKind;
  readonly chainId: number;
  readonly token: Address;
  readonly amount: bigint;
  /** Time of the fill's block, UTC ms. */
  readonly atMs: number;
};

/**
 * Counts fills (executed orders) and their amounts by UTC day, kind, chain and token, so that a day's total needs no search through all
 * fills. A fill is counted only after it was stored, so a crash in between can omit it: the sums are lower bounds.
 */
export type DaySums = {
  add(fill: CountedFill): Promise<void>;
  /** Subtracts a fill (an executed order) that a reorg has removed. */
  takeBack(fill: CountedFill): Promise<void>;
  /** Returns the sums of the current UTC day, at most 500. `isMore` is true when there are more than 500. */
  today(): Promise<{ readonly sums: readonly DaySum[]; readonly isMore: boolean }>;
};

type StoredSum = DaySum & { readonly expiresAtMs: number };

export const DAY_SUMS: CollectionSpec = {
  name: 'day-sums',
  indexes: [['day']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredSum>({
    ...{ day: integer, kind: oneOf('position', 'agent'), chainId: integer, token: text },
    ...{ amount: digits, fills: integer, expiresAtMs: number },
  }),
};

const MOST_SUMS = 500;
const KEPT_DAYS = 31;

type Change = { readonly amount: bigint; readonly fills: 1 | -1 };

export function createDaySums(deps: { readonly records: RecordStore; readonly clock: Clock }): DaySums {
  const { clock } = deps;
  const rows = deps.records.collection<StoredSum>(DAY_SUMS);
  const gather = gatherWrites<Change & { readonly of: Omit<DaySum, 'amount' | 'fills'> }>(async (id, changes) => {
    const [first] = changes;
    if (first === undefined) return;
    for (;;) {
      const stored = await rows.get(id);
      const amount = changes.reduce((sum, change) => sum + change.amount, BigInt(stored?.amount ?? 0));
      const fills = changes.reduce((sum, change) => sum + change.fills, stored?.fills ?? 0);
      const sums = { amount: toBaseUnits(amount < 0n ? 0n : amount), fills: Math.max(0, fills) };
      const next = { ...first.of, ...sums, expiresAtMs: (first.of.day + KEPT_DAYS) * DAY_MS };
      if (await putIfUnchanged(rows, id, stored, next)) return;
    }
  });

  function change({ kind, chainId, token, amount, atMs }: CountedFill, fills: 1 | -1): Promise<void> {
    // The clock of a test chain may be ahead of this node's clock. An executed order of a future day is therefore counted for the current
    // day.
    const day = Math.min(utcDayOf(atMs), utcDayOf(clock.now()));
    return gather(`${day}/${kind}/${chainId}/${token}`, { of: { day, kind, chainId, token }, amount: amount * BigInt(fills), fills });
  }

  return {
    add: (fill) => change(fill, 1),
    takeBack: (fill) => change(fill, -1),
    async today() {
      const found = await rows.find({ where: { day: utcDayOf(clock.now()) }, limit: MOST_SUMS });
      const sums = found.rows.map(({ day, kind, chainId, token, amount, fills }) => ({ day, kind, chainId, token, amount, fills }));
      return { sums: sums.filter(({ fills }) => fills > 0), isMore: found.cursor !== null };
    },
  };
}
