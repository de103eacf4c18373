import type { Clock } from '../../values/clock.ts';

/** Number of tick intervals for which a group of shards counts as processed by this node after the node has processed it. */
const KEPT_TICKS = 3;

/** Tracks the groups of shards (parts of all actors) whose actors this node has processed recently. */
export type ServedGroups = {
  readonly served: (shards: readonly [from: number, end: number]) => void;
  /**
   * Returns the shards of the recently processed groups as ranges `from-to`, both inclusive, in ascending order. Adjacent groups become one
   * range.
   */
  readonly all: () => string[];
};

export function createServedGroups({ clock, tickEveryMs }: { readonly clock: Clock; readonly tickEveryMs: number }): ServedGroups {
  const lastByGroup = new Map<string, { readonly from: number; readonly end: number; readonly atMs: number }>();
  return {
    served: ([from, end]) => void lastByGroup.set(`${from}-${end - 1}`, { from, end, atMs: clock.now() }),
    all() {
      const sinceMs = clock.now() - KEPT_TICKS * tickEveryMs;
      for (const [group, { atMs }] of lastByGroup) if (atMs < sinceMs) lastByGroup.delete(group);
      const ranges: { from: number; end: number }[] = [];
      for (const { from, end } of [...lastByGroup.values()].sort((a, b) => a.from - b.from)) {
        const last = ranges.at(-1);
        if (last !== undefined && from <= last.end) last.end = Math.max(last.end, end);
        else ranges.push({ from, end });
      }
      return ranges.map(({ from, end }) => `${from}-${end - 1}`);
    },
  };
}
