import type { Clock } from '../../values/clock.ts';
import type { GasDays } from './gas-days.ts';

/** How much of a chain's daily gas limit is used. Both the used amount and the limit are in millionths of a dollar. */
export type ChainUse = { readonly usedMicroUsd: number; readonly ofMicroUsd: number };

/**
 * Limits how much the executor pays for gas on a chain in a UTC day. The amounts paid by all nodes are counted, and also the amounts of
 * transactions that this node has admitted and that are not settled yet.
 */
export type ChainBudget = {
  /**
   * Reserves an amount for a transaction's gas. If the amount exceeds the chain's daily limit, reserves nothing and returns how much of the
   * limit is used; otherwise returns null.
   */
  reserve(chainId: number, entry: { readonly key: string; readonly subject: string; readonly microUsd: number }): Promise<ChainUse | null>;
  /** Ends the reservation of gas for a transaction. */
  release(key: string): void;
};

/**
 * How long a reservation of gas is kept when the transaction's outcome is not reported, in ms. No transaction can be pending for so long.
 */
const HELD_FOR_MS = 3_600_000;
/** How long the sum of a day's gas payments is cached, in ms, so that the orders of one minute share one read of the store. */
const KEPT_FOR_MS = 2_000;

type Held = { readonly key: string; readonly chainId: number; readonly microUsd: number; readonly atMs: number };

export function createChainBudget(deps: { readonly days: GasDays; readonly clock: Clock; readonly maxMicroUsd: number }): ChainBudget {
  const { days, clock, maxMicroUsd } = deps;
  /** Reserved gas by the id of the agent or position. Each agent or position has at most one transaction in flight. */
  const held = new Map<string, Held>();
  const subjects = new Map<string, string>();
  const sums = new Map<number, { readonly atMs: number; readonly microUsd: Promise<number> }>();

  return {
    async reserve(chainId, { key, subject, microUsd }) {
      const spent = await spentToday(chainId);
      drop(subject);
      const used = spent + heldOn(chainId);
      if (used + microUsd > maxMicroUsd) return { usedMicroUsd: used, ofMicroUsd: maxMicroUsd };
      held.set(subject, { key, chainId, microUsd, atMs: clock.now() });
      subjects.set(key, subject);
      return null;
    },
    release(key) {
      const subject = subjects.get(key);
      const entry = subject === undefined ? undefined : held.get(subject);
      if (subject === undefined || entry === undefined) return;
      // The cached sum of the day's gas payments does not include the new payment, so the sum is removed from the cache.
      sums.delete(entry.chainId);
      drop(subject);
    },
  };

  function drop(subject: string): void {
    const entry = held.get(subject);
    if (entry !== undefined) subjects.delete(entry.key);
    held.delete(subject);
  }

  function heldOn(chainId: number): number {
    let sum = 0;
    for (const [subject, entry] of held) {
      if (Math.abs(clock.now() - entry.atMs) > HELD_FOR_MS) drop(subject);
      else if (entry.chainId === chainId) sum += entry.microUsd;
    }
    return sum;
  }

  function spentToday(chainId: number): Promise<number> {
    const kept = sums.get(chainId);
    if (kept !== undefined && Math.abs(clock.now() - kept.atMs) < KEPT_FOR_MS) return kept.microUsd;
    const microUsd = days.today(chainId).then((day) => day.microUsd);
    sums.set(chainId, { atMs: clock.now(), microUsd });
    microUsd.catch(() => sums.delete(chainId));
    return microUsd;
  }
}
