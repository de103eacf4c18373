import type { FeedEvent } from '../../runtime/engine/feed.ts';
import type { Clock } from '../../values/clock.ts';
import type { MinuteNote } from '../../values/inspection/overview.ts';
import { MINUTE_MS, minuteOf } from './minute.ts';

const KEPT = 60;

type Counts = { -readonly [Name in keyof MinuteNote]: MinuteNote[Name] };

/** Counts events of this node in each of the last sixty minutes, with constant memory use. */
export type RecentMinutes = {
  readonly see: (event: FeedEvent) => void;
  /**
   * Returns the counts of each minute, oldest first; the last entry is the current minute. The list begins with the first observed minute.
   */
  readonly all: () => MinuteNote[];
};

export function createRecentMinutes({ clock }: { readonly clock: Clock }): RecentMinutes {
  const kept: Counts[] = Array.from({ length: KEPT }, () => emptyMinute(Number.NEGATIVE_INFINITY));
  const firstMs = minuteOf(clock.now());

  /** An event whose minute is not among the last sixty minutes is not counted. This happens after the clock was set back. */
  function slotOf(atMs: number): Counts | null {
    const minuteMs = minuteOf(atMs);
    const at = placeOf(minuteMs);
    const slot = kept[at];
    if (slot === undefined || slot.atMs > minuteMs) return null;
    if (slot.atMs === minuteMs) return slot;
    const fresh = emptyMinute(minuteMs);
    kept[at] = fresh;
    return fresh;
  }

  return {
    see(event) {
      const name = countedAs(event);
      if (name === null) return;
      const slot = slotOf(event.atMs);
      if (slot === null) return;
      slot[name] += 1;
      if (event.kind === 'effect-ended' && event.error !== null) slot.effectErrors += 1;
    },
    all() {
      const lastMs = minuteOf(clock.now());
      const fromMs = Math.max(firstMs, lastMs - (KEPT - 1) * MINUTE_MS);
      const length = Math.max(0, (lastMs - fromMs) / MINUTE_MS + 1);
      return Array.from({ length }, (_, at) => {
        const minuteMs = fromMs + at * MINUTE_MS;
        const slot = kept[placeOf(minuteMs)];
        return slot?.atMs === minuteMs ? { ...slot } : emptyMinute(minuteMs);
      });
    },
  };
}

function countedAs({ kind }: FeedEvent): 'commits' | 'refused' | 'conflicts' | 'stepErrors' | 'effects' | null {
  if (kind === 'committed') return 'commits';
  if (kind === 'not-accepted') return 'refused';
  if (kind === 'conflict') return 'conflicts';
  if (kind === 'step-failed') return 'stepErrors';
  return kind === 'effect-ended' ? 'effects' : null;
}

function placeOf(minuteMs: number): number {
  return (minuteMs / MINUTE_MS) % KEPT;
}

function emptyMinute(atMs: number): Counts {
  return { atMs, commits: 0, refused: 0, conflicts: 0, stepErrors: 0, effects: 0, effectErrors: 0 };
}
