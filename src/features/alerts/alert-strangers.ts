import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import { DAY_MS } from '../../values/utc-day.ts';

/** How long an alert is stored after it has ended, in ms. */
const ENDED_KEPT_MS = 30 * DAY_MS;

/**
 * Declares how ended and removed alerts are cleaned up. Waiting alerts are not cleaned up; `AlertLimits` limits their number.
 * @param removed the status of removed alerts
 */
export function alertStrangers(deps: {
  readonly type: string;
  readonly removed: string;
  readonly store: Pick<ActorStore, 'count'>;
}): readonly StrangersActors[] {
  const { type, removed, store } = deps;
  const kind = (statuses: readonly string[], keptMs: number, most: number): StrangersActors => ({
    ...{ type, statuses, isListExact: true, isUnproved: () => true, keptMs, most },
    sinceMs: ({ updatedAtMs }) => updatedAtMs,
    count: () => store.count({ type, statuses }),
    letGo: async () => true,
  });
  return [kind([removed], 0, 0), kind(['fired', 'expired', 'cancelled'], ENDED_KEPT_MS, MOST_UNPROVED)];
}
