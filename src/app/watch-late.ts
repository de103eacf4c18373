import { type DeclaredProbe, type ProbeSpec, probeOf } from '../http/health/probe.ts';
import type { Platform } from '../module/platform.ts';
import { showLate } from '../operator/metrics/late-metrics.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import { countText } from '../values/inspection/plain-number.ts';

export type LateWatch = { readonly probe: DeclaredProbe; readonly stop: () => Promise<void> };

type Late = Awaited<ReturnType<ActorSystem['operator']['late']>>;

/** The readiness probe that reports actors that are due but were not processed. */
export const LATE_PROBE: ProbeSpec = {
  name: 'late work',
  kind: 'ticks',
  isOptional: true,
  help: 'Actors were not processed although they have been due for three ticks (at least two minutes).',
};

const LOOK_EVERY_MS = 30_000;
/** A due actor that was not processed within this number of tick intervals counts as late. */
const LATE_TICKS = 3;
/**
 * Minimum delay in ms before a due actor counts as late. The minimum matters when the tick interval is about a second, as in experiments: a
 * single tick may then take longer than the interval.
 */
const LEAST_LATE_MS = 120_000;
/** Maximum number of late actors (due but not processed) of each type that are counted exactly. */
const MOST_COUNTED = 1_000;

/**
 * Reports actors of any type that are due but, for whatever reason, were not processed. The late actors appear in the readiness check, the
 * log and the metrics.
 */
export function watchLate(
  platform: Pick<Platform, 'config' | 'clock' | 'log' | 'metrics' | 'timers'>,
  system: { readonly operator: Pick<ActorSystem['operator'], 'late'> },
): LateWatch {
  const { config, clock, log, metrics, timers } = platform;
  const lateAfterMs = Math.max(LATE_TICKS * config.tickIntervalMs, LEAST_LATE_MS);
  const repeats = createRepeats({ log, now: () => clock.now() });
  let late: Late = { count: 0, isMore: false, oldest: null };
  const looks = repeatWork(timers, LOOK_EVERY_MS, async () => {
    try {
      await look();
    } catch (error) {
      // When the store cannot be read, it is not known which actors are late. The readiness check of the store reports this problem.
      if (!looks.isStopped()) repeats.warn('look', 'Reading the late actors failed', { error });
    }
  });
  showLate(metrics, () => late.count);

  async function look(): Promise<void> {
    const found = await system.operator.late({ beforeMs: clock.now() - lateAfterMs, most: MOST_COUNTED });
    if (looks.isStopped()) return;
    late = found;
    if (late.count === 0) repeats.over('late', 'No actor is late any more');
    else
      repeats.warn('late', 'Actors that are due are not processed', {
        actors: late.count,
        oldest: late.oldest?.id,
        effect: late.oldest?.effect,
      });
  }

  return {
    probe: probeOf(LATE_PROBE, async () => {
      const { count, isMore, oldest } = late;
      if (count === 0) return null;
      const many = `${isMore ? 'more than ' : ''}${countText(count, 'actor')}`;
      const which = oldest === null ? '' : `, ${oldest.id} since ${new Date(oldest.wakeAtMs).toISOString()}`;
      return `${many} ${count === 1 ? 'is' : 'are'} due and ${count === 1 ? 'was' : 'were'} not processed in time${which}.`;
    }),
    async stop() {
      void looks.stop();
    },
  };
}
