import type { ReadinessProbe } from '../http/health/health-routes.ts';
import type { Platform } from '../module/platform.ts';
import { showLate } from '../operator/metrics/late-metrics.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { ActorSystem } from '../runtime/system.ts';
import { countText } from '../values/inspection/plain-number.ts';

export type LateWatch = { readonly probe: ReadinessProbe; readonly stop: () => Promise<void> };

type Late = Awaited<ReturnType<ActorSystem['operator']['late']>>;

const LOOK_EVERY_MS = 30_000;
/** What is due is served by the next tick; what was not by the third one is late. */
const LATE_TICKS = 3;
/** Ticks a second apart, which are for trying things out, may each take longer than that. */
const LEAST_LATE_MS = 120_000;
/** Late actors of each type that are counted one by one. */
const MOST_COUNTED = 1_000;

/** Whatever is due and did not run, of any type and for any reason: one state, in readiness, log and metrics. */
export function watchLate(
  platform: Pick<Platform, 'config' | 'clock' | 'log' | 'metrics' | 'timers'>,
  system: { readonly operator: Pick<ActorSystem['operator'], 'late'> },
): LateWatch {
  const { config, clock, log, metrics, timers } = platform;
  const lateAfterMs = Math.max(LATE_TICKS * config.tickIntervalMs, LEAST_LATE_MS);
  const repeats = createRepeats({ log, now: () => clock.now() });
  let late: Late = { count: 0, isMore: false, oldest: null };
  let stopped = false;
  let cancel = timers.after(LOOK_EVERY_MS, lookAndGoOn);
  showLate(metrics, () => late.count);

  async function look(): Promise<void> {
    const found = await system.operator.late({ beforeMs: clock.now() - lateAfterMs, most: MOST_COUNTED });
    if (stopped) return;
    late = found;
    if (late.count === 0) repeats.over('late', 'Nothing is late any more');
    else repeats.warn('late', 'What is due does not run', { actors: late.count, oldest: late.oldest?.id, effect: late.oldest?.effect });
  }

  function lookAndGoOn(): void {
    void look()
      // Where the store cannot be read, its own state says so.
      .catch((error: unknown) => void (stopped || repeats.warn('look', 'It is not known what is late', { error })))
      .then(() => {
        if (!stopped) cancel = timers.after(LOOK_EVERY_MS, lookAndGoOn);
      });
  }

  return {
    probe: {
      name: 'late work',
      isOptional: true,
      async check() {
        const { count, isMore, oldest } = late;
        if (count === 0) return null;
        const many = `${isMore ? 'more than ' : ''}${countText(count, 'actor')}`;
        const which = oldest === null ? '' : `, ${oldest.id} since ${new Date(oldest.wakeAtMs).toISOString()}`;
        return `${many} should have been looked at and ${count === 1 ? 'was' : 'were'} not${which}.`;
      },
    },
    async stop() {
      stopped = true;
      cancel();
    },
  };
}
