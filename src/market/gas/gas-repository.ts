import { putIfUnchanged } from '../../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, listOf, membersOf, number, text } from '../../values/document-form.ts';

/** An amount of money in millionths of a dollar, as a whole number far below 2^53 (the limit of exact integers). */
type MicroUsd = number;

type Held = { readonly key: string; readonly subject: string; readonly microUsd: MicroUsd; readonly atMs: number };

/** The gas costs of one wallet's orders and trades that the executor paid on one UTC day, on all chains together. */
type WalletSpending = {
  /** The day, as the number of UTC days since 1970. */
  readonly day: number;
  readonly microUsd: MicroUsd;
  /** Gas costs of the day by agent or position. */
  readonly bySubject: readonly { readonly subject: string; readonly microUsd: MicroUsd }[];
  /** Amounts that are reserved for transactions whose gas cost is not known yet. */
  readonly held: readonly Held[];
  readonly expiresAtMs: number;
};

export type GasBounds = { readonly ofSubject: MicroUsd; readonly ofWallet: MicroUsd };

/**
 * The reason why gas was not reserved: a daily budget is used up. The value states whose budget it is (that of the agent or position, or
 * that of the wallet), and the amounts. Null means that the budget was sufficient and the amount was reserved.
 */
export type GasUsedUp = { readonly who: 'subject' | 'wallet'; readonly usedMicroUsd: MicroUsd; readonly ofMicroUsd: MicroUsd };

type Changed<T> = { readonly row: WalletSpending | null; readonly answer: T };
/**
 * A change that waits to be applied to a wallet's record of gas costs. The result of a change has no static type, so that changes with
 * different results fit into one list.
 */
type Turn = {
  readonly apply: (row: WalletSpending) => { readonly row: WalletSpending | null; readonly told: () => void };
  readonly reject: (error: unknown) => void;
};

/**
 * Records the executor's gas costs by wallet and by agent or position, per UTC day. The data survives restarts. The cost of a planned
 * transaction is reserved under the transaction's key and charged once; charging an unknown key has no effect.
 */
export type GasRepository = {
  /**
   * Reserves an amount for the gas of a planned transaction. An earlier reservation of the same agent or position is replaced, because each
   * has only one transaction in flight.
   */
  setAside(wallet: Address, entry: Pick<Held, 'key' | 'subject' | 'microUsd'>, bounds: GasBounds): Promise<GasUsedUp | null>;
  /** Returns the amount of gas costs that is reserved under a key; null when the key is unknown or already charged. */
  heldOf(wallet: Address, key: string): Promise<MicroUsd | null>;
  /**
   * Charges the gas cost of a transaction and ends its reservation. When `microUsd` is null, the reserved amount is charged. The amount is
   * 0 when no transaction was sent.
   */
  charge(wallet: Address, key: string, microUsd: MicroUsd | null): Promise<void>;
};

export const GAS_SPENDING: CollectionSpec = {
  name: 'gas-spending',
  expiresAt: 'expiresAtMs',
  form: documentForm<WalletSpending>({
    ...{ day: integer, microUsd: number, expiresAtMs: number },
    bySubject: listOf(membersOf<WalletSpending['bySubject'][number]>({ subject: text, microUsd: number })),
    held: listOf(membersOf<Held>({ key: text, subject: text, microUsd: number, atMs: number })),
  }),
};

const DAY_MS = 24 * 3_600_000;
/** How long a reservation of gas is kept when the outcome of its transaction is never reported, in ms. */
const HELD_FOR_MS = DAY_MS;
/**
 * Maximum number of agents and positions in a wallet's document, which is always written as a whole. Other rules limit their number; if
 * there are more than this maximum, those with the smallest amounts are removed from the document.
 */
const MOST_ENTRIES = 500;

export function createGasRepository(deps: { records: RecordStore; clock: Clock }): GasRepository {
  const { clock } = deps;
  const rows = deps.records.collection<WalletSpending>(GAS_SPENDING);
  /** For each wallet, the changes that wait until the current write of the wallet's record on this node has ended. */
  const waiting = new Map<Address, Turn[]>();

  /**
   * Queues a change of a wallet's record of gas costs. `change` computes the new record (null when nothing must be written) and the result
   * for the caller.
   */
  function inTurn<T>(wallet: Address, change: (row: WalletSpending) => Changed<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn: Turn = {
      apply(row) {
        const { row: changed, answer } = change(row);
        return { row: changed, told: () => resolve(answer) };
      },
      reject,
    };
    const line = waiting.get(wallet);
    if (line !== undefined) line.push(turn);
    else {
      waiting.set(wallet, [turn]);
      void run(wallet);
    }
    return promise;
  }

  /**
   * Applies all waiting changes of a wallet's record with a single write. With a separate write for each change, the many orders of a
   * wallet in one minute would have to wait for each other.
   */
  async function run(wallet: Address): Promise<void> {
    for (let turns = take(wallet); turns.length > 0; turns = take(wallet)) {
      try {
        for (const told of await write(wallet, turns)) told();
      } catch (error) {
        for (const { reject } of turns) reject(error);
      }
    }
    waiting.delete(wallet);
  }

  function take(wallet: Address): readonly Turn[] {
    return waiting.get(wallet)?.splice(0) ?? [];
  }

  async function write(wallet: Address, turns: readonly Turn[]): Promise<readonly (() => void)[]> {
    for (;;) {
      const stored = await rows.get(wallet);
      let row = today(stored, clock.now());
      let isChanged = false;
      const told = turns.map(({ apply }) => {
        const applied = apply(row);
        isChanged ||= applied.row !== null;
        row = applied.row ?? row;
        return applied.told;
      });
      if (!isChanged) return told;
      if (await putIfUnchanged(rows, wallet, stored, row)) return told;
    }
  }

  return {
    setAside: (wallet, { key, subject, microUsd }, bounds) =>
      inTurn<GasUsedUp | null>(wallet, (row) => {
        const held = row.held.filter((one) => one.subject !== subject);
        const ofSubject = microUsdOf(row, subject);
        const ofWallet = row.microUsd + sumOf(held);
        if (ofSubject + microUsd > bounds.ofSubject) return usedUp('subject', ofSubject, bounds.ofSubject);
        if (ofWallet + microUsd > bounds.ofWallet) return usedUp('wallet', ofWallet, bounds.ofWallet);
        const entry = { key, subject, microUsd, atMs: clock.now() };
        return { row: { ...row, held: [...held, entry].slice(-MOST_ENTRIES) }, answer: null };
      }),
    async heldOf(wallet, key) {
      const row = await rows.get(wallet);
      return row?.held.find((one) => one.key === key)?.microUsd ?? null;
    },
    charge: (wallet, key, microUsd) =>
      inTurn(wallet, (row) => {
        const entry = row.held.find((one) => one.key === key);
        if (entry === undefined) return { row: null, answer: undefined };
        const spent = microUsd ?? entry.microUsd;
        const others = row.bySubject.filter(({ subject }) => subject !== entry.subject);
        const bySubject = [...others, { subject: entry.subject, microUsd: microUsdOf(row, entry.subject) + spent }];
        return {
          row: {
            ...row,
            microUsd: row.microUsd + spent,
            bySubject: bySubject.sort((a, b) => b.microUsd - a.microUsd).slice(0, MOST_ENTRIES),
            held: row.held.filter((one) => one !== entry),
          },
          answer: undefined,
        };
      }),
  };
}

/**
 * Returns a wallet's record of gas costs for today. Amounts spent on earlier days are removed, but reservations for transactions in flight
 * are kept.
 */
function today(stored: WalletSpending | null, nowMs: number): WalletSpending {
  const day = Math.floor(nowMs / DAY_MS);
  const expiresAtMs = nowMs + 2 * DAY_MS;
  if (stored === null) return { day, microUsd: 0, bySubject: [], held: [], expiresAtMs };
  const { microUsd, bySubject } = stored;
  const held = stored.held.filter(({ atMs }) => Math.abs(nowMs - atMs) <= HELD_FOR_MS);
  return stored.day === day ? { day, microUsd, bySubject, held, expiresAtMs } : { day, microUsd: 0, bySubject: [], held, expiresAtMs };
}

function usedUp(who: GasUsedUp['who'], usedMicroUsd: MicroUsd, ofMicroUsd: MicroUsd) {
  return { row: null, answer: { who, usedMicroUsd, ofMicroUsd } };
}

function microUsdOf({ bySubject }: WalletSpending, subject: string): MicroUsd {
  return bySubject.find((one) => one.subject === subject)?.microUsd ?? 0;
}

function sumOf(held: readonly Held[]): MicroUsd {
  return held.reduce((sum, { microUsd }) => sum + microUsd, 0);
}
