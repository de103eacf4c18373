import { SHARD_COUNT } from '../../values/shard.ts';

/** Limits the actors that a tick processes. Without such a scope, a tick processes all actors. */
export type TickScope = {
  readonly types?: readonly string[];
  /** The range of shards that the tick processes: the first shard, and the shard after the last one. */
  readonly shards?: readonly [number, number];
};

export type TickRound = {
  /** Number of missed ticks of this scope (part of the actors) before this tick. */
  readonly missed: number;
  /** Records that all due actors of the tick have been processed. Later searches for due effects then cover only later times. */
  readonly served: () => void;
  readonly end: () => void;
};

export type TickRounds = {
  /**
   * Registers the start of a tick. Returns null, and counts the tick as missed, when a tick that may process some of the same actors is
   * still running.
   */
  readonly begin: (tickAtMs: number, scope: TickScope) => TickRound | null;
  readonly lastTickAtMs: () => number | null;
  /** Returns the time (UTC ms) up to which this node has processed the due actors of all its scopes; null before the first tick. */
  readonly servedUpToMs: () => number | null;
  /**
   * Informs the tracker of the current time. If the clock was set back, the recorded times of later ticks are lowered to the current time.
   */
  readonly clockIsAt: (nowMs: number) => void;
};

/**
 * Tracks the ticks of one node: which ticks are running, which were refused because another tick was running, and when each scope (a part
 * of the actors) had its last tick.
 */
export function createTickRounds(tickEveryMs: number): TickRounds {
  const running = new Set<TickScope>();
  const lastOf = new Map<string, number>();
  const refusedOf = new Map<string, number>();

  const lastTickAtMs = (): number | null => (lastOf.size === 0 ? null : Math.max(...lastOf.values()));

  function missedBefore(tickAtMs: number, scope: TickScope, key: string): number {
    const refused = refusedOf.get(key) ?? 0;
    const last = lastOf.get(key);
    // For a group of shards, other nodes may have run the ticks that this node did not run. So only the ticks that this node refused count
    // as missed.
    if (scope.shards !== undefined || last === undefined) return refused;
    return Math.max(refused, Math.round((tickAtMs - last) / tickEveryMs) - 1);
  }

  return {
    begin(tickAtMs, scope) {
      const key = JSON.stringify([scope.types ?? null, scope.shards ?? null]);
      for (const other of running) {
        if (!meet(other, scope)) continue;
        refusedOf.set(key, (refusedOf.get(key) ?? 0) + 1);
        return null;
      }
      // The scope is copied, because the caller may pass the same object for two ticks.
      const own = { ...scope };
      running.add(own);
      const missed = missedBefore(tickAtMs, scope, key);
      refusedOf.delete(key);
      return { missed, served: () => void lastOf.set(key, tickAtMs), end: () => void running.delete(own) };
    },
    lastTickAtMs,
    servedUpToMs() {
      const newest = lastTickAtMs();
      if (newest === null) return null;
      // A scope (a part of the actors) without a recent tick on this node is now processed by other nodes. It is removed here; otherwise
      // each search for due effects would reach back to its last tick.
      for (const [key, atMs] of lastOf) if (atMs < newest - 2 * tickEveryMs) lastOf.delete(key);
      return Math.min(...lastOf.values());
    },
    clockIsAt(nowMs) {
      for (const [key, atMs] of lastOf) if (atMs > nowMs) lastOf.set(key, nowMs);
    },
  };
}

/** Whether two scopes (parts of the actors) can contain the same actor. */
function meet(one: TickScope, other: TickScope): boolean {
  const [oneFrom, oneTo] = one.shards ?? [0, SHARD_COUNT];
  const [otherFrom, otherTo] = other.shards ?? [0, SHARD_COUNT];
  if (oneFrom >= otherTo || otherFrom >= oneTo) return false;
  if (one.types === undefined || other.types === undefined) return true;
  return one.types.some((type) => other.types?.includes(type));
}
