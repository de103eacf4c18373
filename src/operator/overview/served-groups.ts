import type { Clock } from '../../values/clock.ts';

/** Number of ticks without serving a group of shards after which the group no longer counts as served by this node. */
const KEPT_TICKS = 3;

/** Tracks the groups of shards that this node has ticked recently. */
export type ServedGroups = {
  readonly served: (shards: readonly [from: number, end: number]) => void;
  /** Returns the groups as ranges of shard numbers `from-to`, both inclusive, in ascending order. */
  readonly all: () => string[];
};

export function createServedGroups({ clock, tickEveryMs }: { readonly clock: Clock; readonly tickEveryMs: number }): ServedGroups {
  const lastByGroup = new Map<string, { readonly from: number; readonly atMs: number }>();
  return {
    served: ([from, end]) => void lastByGroup.set(`${from}-${end - 1}`, { from, atMs: clock.now() }),
    all() {
      const sinceMs = clock.now() - KEPT_TICKS * tickEveryMs;
      for (const [group, { atMs }] of lastByGroup) if (atMs < sinceMs) lastByGroup.delete(group);
      return [...lastByGroup].sort(([, a], [, b]) => a.from - b.from).map(([group]) => group);
    },
  };
}
