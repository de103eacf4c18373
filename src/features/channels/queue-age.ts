import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { Clock } from '../../values/clock.ts';
import type { ChannelActors, ChannelView } from './channel-actors.ts';
import { CHANNEL_METRICS } from './channel-metrics.ts';

/** Time in ms between two checks of how long notifications have been waiting for delivery. */
const EVERY_MS = 30_000;
/** Maximum number of channels with the same status that one check reads. The channels whose actors were created first are read first. */
const MOST = 500;

/**
 * Maintains the metric for the age of the oldest notification that was not delivered yet. Notifications that quiet hours delay are not
 * counted.
 */
export function showQueueAge(deps: {
  readonly metrics: Pick<Metrics, 'gauge' | 'beforeReading'>;
  readonly actors: Pick<ChannelActors, 'oldest'>;
  readonly oldestUntoldMs: () => Promise<number | null>;
  readonly clock: Clock;
  readonly log: Log;
}): void {
  const { metrics, actors, clock, log } = deps;
  const age = metrics.gauge(CHANNEL_METRICS.queueAge);
  const look = async () => {
    const nowMs = clock.now();
    const set = (state: string, atMs: number | null) => age.of(state).set(atMs === null ? 0 : Math.max(0, nowMs - atMs) / 1_000);
    set('untold', await deps.oldestUntoldMs());
    for (const status of ['sending', 'waiting'] as const) {
      const times = (await actors.oldest(status, MOST)).flatMap((view) => oldestOf(view, nowMs));
      set(status, times.length === 0 ? null : Math.min(...times));
    }
  };
  metrics.beforeReading(
    createSampled({
      ...{ everyMs: EVERY_MS, now: () => clock.now(), look },
      onError: (error) => log.warn('Reading the age of the oldest undelivered notification failed', { error }),
    }),
  );
}

function oldestOf({ delivery, queue, heldUntilMs }: ChannelView, nowMs: number): readonly number[] {
  if (delivery !== null) return [delivery.atMs];
  const [first] = queue;
  return first === undefined || (heldUntilMs !== null && heldUntilMs > nowMs) ? [] : [first.atMs];
}
