import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { digits, documentForm, integer, listOf, membersOf, text } from '../../values/document-form.ts';
import { gatherWrites } from '../../values/gather-writes.ts';
import { pagesOf } from '../../values/pages-of.ts';

/** The sum of the fees that a vault took in one token. Amounts are in base units of the token, as decimal strings. */
export type FeeSum = {
  readonly chainId: number;
  readonly vault: Address;
  readonly token: Address;
  readonly total: BaseUnits;
  /** Number of orders and trades that paid a fee in the token. */
  readonly fills: number;
  /** The latest days with fees, oldest first. `day` counts UTC days since 1970. */
  readonly days: readonly FeeDay[];
};
export type FeeDay = { readonly day: number; readonly amount: BaseUnits };

export type EarnedFee = {
  readonly chainId: number;
  readonly vault: Address;
  readonly token: Address;
  /** Amount of the fee in base units. When a fork removes a fill, its fee is added as a negative amount. */
  readonly amount: bigint;
};

/**
 * Adds up the fees of fills (executed orders and trades) by chain, vault and token. A fee is added after its fill was stored, so a crash in
 * between can omit it. The sums are therefore lower bounds.
 */
export type FeeSums = {
  add(fee: EarnedFee): Promise<void>;
  all(): Promise<readonly FeeSum[]>;
};

export const EARNED_FEES: CollectionSpec = {
  name: 'earned-fees',
  indexes: [['chainId']],
  form: documentForm<FeeSum>({
    ...{ chainId: integer, vault: text, token: text, total: digits, fills: integer },
    days: listOf(membersOf<FeeDay>({ day: integer, amount: digits })),
  }),
};

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 31;
const PAGE = 500;

export function createFeeSums(deps: { readonly records: RecordStore; readonly clock: Clock }): FeeSums {
  const rows = deps.records.collection<FeeSum>(EARNED_FEES);
  const gather = gatherWrites<EarnedFee>(async (id, fees) => {
    const day = Math.floor(deps.clock.now() / DAY_MS);
    for (;;) {
      const stored = await rows.get(id);
      const next = fees.reduce((sum: FeeSum | null, fee) => withFee(sum, fee, day), stored === null ? null : plain(stored));
      if (next === null) return;
      if (await putIfUnchanged(rows, id, stored, next)) return;
    }
  });

  return {
    add: (fee) => gather(`${fee.chainId}/${fee.vault}/${fee.token}`, fee),
    async all() {
      const found: FeeSum[] = [];
      for await (const page of pagesOf((after) => rows.scan({ limit: PAGE, ...after }))) found.push(...page.rows.map(plain));
      return found;
    },
  };
}

function plain({ chainId, vault, token, total, fills, days }: Stored<FeeSum>): FeeSum {
  return { chainId, vault, token, total, fills, days };
}

function withFee(sum: FeeSum | null, { chainId, vault, token, amount }: EarnedFee, day: number): FeeSum {
  const before = sum ?? { chainId, vault, token, total: toBaseUnits(0n), fills: 0, days: [] };
  const today = before.days.find((each) => each.day === day);
  const days = [
    ...before.days.filter((each) => each.day !== day && each.day > day - KEPT_DAYS),
    { day, amount: atLeastNone(BigInt(today?.amount ?? 0) + amount) },
  ];
  const fills = Math.max(0, before.fills + (amount < 0n ? -1 : 1));
  return { ...before, total: atLeastNone(BigInt(before.total) + amount), fills, days };
}

/** Replaces a negative sum of fees by 0. A sum becomes negative when a fork removes a fill whose fee was never added. */
function atLeastNone(amount: bigint): BaseUnits {
  return toBaseUnits(amount < 0n ? 0n : amount);
}
