import type { FeedEvent } from '../../runtime/engine/feed.ts';
import type { TickNote } from '../../values/inspection/overview.ts';

const KEPT = 120;

/** Records the last ticks (checks of due actors once a minute) of this node. */
export type RecentTicks = {
  readonly see: (event: FeedEvent) => void;
  /** Returns the recorded ticks, newest first. */
  readonly all: () => TickNote[];
};

export function createRecentTicks(): RecentTicks {
  const kept: TickNote[] = [];
  let next = 0;
  return {
    see(event) {
      if (event.kind !== 'tick') return;
      kept[next % KEPT] = event.report;
      next += 1;
    },
    all() {
      const oldest = next % Math.max(1, kept.length);
      return [...kept.slice(oldest), ...kept.slice(0, oldest)].reverse();
    },
  };
}
