import { SHARD_COUNT } from '../../values/shard.ts';

/** The actors that a tick processes. Without a scope, it processes all of them. */
export type TickScope = {
  readonly types?: readonly string[];
  /** The shards that the tick processes, from (inclusive) to (exclusive). */
  readonly shards?: readonly [number, number];
};

export type TickRound = {
  /** Number of ticks of this scope that were missed before this tick. */
  readonly missed: number;
  /** Must be called as soon as all due actors of the tick have been processed. */
  readonly served: () => void;
  readonly end: () => void;
};

export type TickRounds = {
  /** Starts the bookkeeping of a tick; null while another tick is running that may process some of the same actors. */
  readonly begin: (tickAtMs: number, scope: TickScope) => TickRound | null;
  readonly lastTickAtMs: () => number | null;
  /** The time (UTC ms) up to which this node has processed all of its scopes; null before the first tick. */
  readonly servedUpToMs: () => number | null;
  /** Must be called with the current time. Ticks with a later time are then ignored, since they come from before the clock was set back. */
  readonly clockIsAt: (nowMs: number) => void;
};

/** Keeps account of the ticks of one node: those that are running, those that were refused, and the last tick of each scope. */
export function createTickRounds(tickEveryMs: number): TickRounds {
  const running = new Set<TickScope>();
  const lastOf = new Map<string, number>();
  const refusedOf = new Map<string, number>();

  const lastTickAtMs = (): number | null => (lastOf.size === 0 ? null : Math.max(...lastOf.values()));

  function missedBefore(tickAtMs: number, scope: TickScope, key: string): number {
    const refused = refusedOf.get(key) ?? 0;
    const last = lastOf.get(key);
    // Between two ticks of this group on this node, other nodes may have processed the group. So only refused ticks are certainly missing.
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
      // A scope whose last tick is this long ago is processed by other nodes by now. If it were still waited for, searches would reach
      // further and further back.
      for (const [key, atMs] of lastOf) if (atMs < newest - 2 * tickEveryMs) lastOf.delete(key);
      return Math.min(...lastOf.values());
    },
    clockIsAt(nowMs) {
      for (const [key, atMs] of lastOf) if (atMs > nowMs) lastOf.set(key, nowMs);
    },
  };
}

/** Whether two scopes can contain the same actor. */
function meet(one: TickScope, other: TickScope): boolean {
  const [oneFrom, oneTo] = one.shards ?? [0, SHARD_COUNT];
  const [otherFrom, otherTo] = other.shards ?? [0, SHARD_COUNT];
  if (oneFrom >= otherTo || otherFrom >= oneTo) return false;
  if (one.types === undefined || other.types === undefined) return true;
  return one.types.some((type) => other.types?.includes(type));
}
