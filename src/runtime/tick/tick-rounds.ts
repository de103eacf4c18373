import { SHARD_COUNT } from '../../values/shard.ts';

/** Which actors a tick serves; all of them without a scope. */
export type TickScope = {
  readonly types?: readonly string[];
  /** Shards from (inclusive) to (exclusive): the group whose tick this is. */
  readonly shards?: readonly [number, number];
};

export type TickRound = {
  /** Ticks of this scope that did not happen before it. */
  readonly missed: number;
  /** Everything that was due has been looked at. */
  readonly served: () => void;
  readonly end: () => void;
};

export type TickRounds = {
  /** Null while a tick runs that may serve some of the same actors. */
  readonly begin: (tickAtMs: number, scope: TickScope) => TickRound | null;
  readonly lastTickAtMs: () => number | null;
  /** Up to when every scope that this node ticks has been served; null before the first tick. */
  readonly servedUpToMs: () => number | null;
  /** No tick counts as later than the clock: it may have been set back. */
  readonly clockIsAt: (nowMs: number) => void;
};

/** Keeps apart the ticks of one node: which run, which were refused, and what each scope was served last. */
export function createTickRounds(tickEveryMs: number): TickRounds {
  const running = new Set<TickScope>();
  const lastOf = new Map<string, number>();
  const refusedOf = new Map<string, number>();

  const lastTickAtMs = (): number | null => (lastOf.size === 0 ? null : Math.max(...lastOf.values()));

  function missedBefore(tickAtMs: number, scope: TickScope, key: string): number {
    const refused = refusedOf.get(key) ?? 0;
    const last = lastOf.get(key);
    // A group's ticks may have been served by another node in between, so only the refused ones are known to be missing.
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
      // The caller may hand in the same object for two ticks, one after the other.
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
      // A scope that fell behind is one that other nodes serve by now; waiting for it would mean reading further back for ever.
      for (const [key, atMs] of lastOf) if (atMs < newest - 2 * tickEveryMs) lastOf.delete(key);
      return Math.min(...lastOf.values());
    },
    clockIsAt(nowMs) {
      for (const [key, atMs] of lastOf) if (atMs > nowMs) lastOf.set(key, nowMs);
    },
  };
}

/** Whether an actor could be in both. */
function meet(one: TickScope, other: TickScope): boolean {
  const [oneFrom, oneTo] = one.shards ?? [0, SHARD_COUNT];
  const [otherFrom, otherTo] = other.shards ?? [0, SHARD_COUNT];
  if (oneFrom >= otherTo || otherFrom >= oneTo) return false;
  if (one.types === undefined || other.types === undefined) return true;
  return one.types.some((type) => other.types?.includes(type));
}
