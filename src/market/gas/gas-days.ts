import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, number, optional, text } from '../../values/document-form.ts';
import { gatherWrites } from '../../values/gather-writes.ts';

/** The executor's gas costs on one chain on one UTC day. */
export type GasDay = {
  readonly chainId: number;
  /** The day, as the number of UTC days since 1970. */
  readonly day: number;
  /**
   * Gas costs in base units of the native coin, as a decimal string. Transactions whose receipt does not report their cost are excluded.
   */
  readonly wei: string;
  /**
   * Gas costs in millionths of a dollar, each converted at the price at the time of payment. For a payment whose actual cost is unknown,
   * the reserved amount is counted.
   */
  readonly microUsd: number;
  /** Number of orders, trades and pay-outs whose gas the executor paid; several may be in one transaction. */
  readonly transactions: number;
  /**
   * Number of orders and agents' trades that were postponed because of their gas cost. Missing in records of days that an older version of
   * the service stored.
   */
  readonly skipped?: number;
};

type StoredDay = GasDay & { readonly expiresAtMs: number };
type Paid = { readonly wei: bigint; readonly microUsd: number };
type Entry = Paid & { readonly transactions: number; readonly skipped: number };

/**
 * Adds up the executor's gas payments by chain and UTC day. Payments that arrive while a write is in progress are written together by the
 * next write. When `add` has returned, the payment is stored. If the process dies before `add` has returned, the caller may add the payment
 * again.
 */
export type GasDays = {
  /** Adds the gas cost of one order, trade or pay-out on a chain. */
  add(chainId: number, paid: Paid): Promise<void>;
  /** Counts an order that was postponed because of its gas cost. */
  skip(chainId: number): Promise<void>;
  /** Returns today's gas costs on a chain; zeros when nothing was paid. */
  today(chainId: number): Promise<GasDay>;
  /** Returns the latest days with gas payments on a chain, newest first, at most `days`. */
  last(chainId: number, days: number): Promise<readonly GasDay[]>;
};

export const GAS_DAYS: CollectionSpec = {
  name: 'gas-days',
  indexes: [['chainId', 'day']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredDay>({
    chainId: integer,
    day: integer,
    wei: text,
    microUsd: number,
    transactions: integer,
    skipped: optional(integer),
    expiresAtMs: number,
  }),
};

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 400;

export function createGasDays(deps: { readonly records: RecordStore; readonly clock: Clock }): GasDays {
  const { clock } = deps;
  const days = deps.records.collection<StoredDay>(GAS_DAYS);
  const gather = gatherWrites<Entry>(write);

  return {
    add: (chainId, paid) => gather(String(chainId), { ...paid, transactions: 1, skipped: 0 }),
    skip: (chainId) => gather(String(chainId), { wei: 0n, microUsd: 0, transactions: 0, skipped: 1 }),
    async today(chainId) {
      const day = Math.floor(clock.now() / DAY_MS);
      return shown(await days.get(`${chainId}/${day}`)) ?? nothing(chainId, day);
    },
    async last(chainId, most) {
      const sort = { field: 'day', order: 'descending' } as const;
      const { rows } = await days.find({ where: { chainId }, sort, limit: most });
      return rows.flatMap((row) => shown(row) ?? []);
    },
  };

  async function write(chain: string, entries: readonly Entry[]): Promise<void> {
    const chainId = Number(chain);
    const day = Math.floor(clock.now() / DAY_MS);
    const id = `${chainId}/${day}`;
    for (;;) {
      const stored = await days.get(id);
      const before = stored ?? nothing(chainId, day);
      const wei = entries.reduce((sum, entry) => sum + entry.wei, BigInt(before.wei)).toString();
      const sum = (name: 'microUsd' | 'transactions' | 'skipped') => entries.reduce((all, entry) => all + entry[name], before[name] ?? 0);
      const sums = { wei, microUsd: sum('microUsd'), transactions: sum('transactions'), skipped: sum('skipped') };
      const next = { chainId, day, ...sums, expiresAtMs: (day + KEPT_DAYS) * DAY_MS };
      if (await putIfUnchanged(days, id, stored, next)) return;
    }
  }
}

function nothing(chainId: number, day: number): GasDay {
  return { chainId, day, wei: '0', microUsd: 0, transactions: 0, skipped: 0 };
}

function shown(stored: Stored<StoredDay> | null): GasDay | null {
  if (stored === null) return null;
  const { chainId, day, wei, microUsd, transactions, skipped = 0 } = stored;
  return { chainId, day, wei, microUsd, transactions, skipped };
}
