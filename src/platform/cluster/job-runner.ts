import type { Clock } from '../../values/clock.ts';
import type { Log } from '../log/log.ts';
import { createRepeats } from '../log/repeats.ts';
import type { OnTickJob, TickJob } from './dispatcher.ts';
import { isSuperseded } from './tick-job.ts';

export type JobRunner = {
  /** Runs a job unless its minute is over. If the handler throws an error, counts and logs the error, then rethrows it. */
  run(job: TickJob): Promise<void>;
  /** Resolves when no handler of a tick job is running. */
  idle(): Promise<void>;
  counts(): {
    readonly active: number;
    readonly done: number;
    readonly failed: number;
    readonly superseded: number;
    readonly lagMs: number | null;
  };
};

/** Creates the wrapper around a job handler that all dispatchers use. It skips late jobs, counts the other jobs, and logs failures. */
export function createJobRunner(deps: { onJob: OnTickJob; clock: Clock; log: Log; everyMs: number }): JobRunner {
  const { onJob, clock, log, everyMs } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const counts = { active: 0, done: 0, failed: 0, superseded: 0 };
  let lagMs: number | null = null;
  const onIdle: (() => void)[] = [];

  return {
    async run(job) {
      const nowMs = clock.now();
      if (isSuperseded(job, nowMs, everyMs)) {
        counts.superseded += 1;
        repeats.warn('passed over', 'A run of scheduled work (tick) was skipped, because it could not start within its minute', { job });
        return;
      }
      lagMs = Math.max(0, nowMs - job.minute * everyMs);
      counts.active += 1;
      try {
        await onJob(job);
        counts.done += 1;
        repeats.over('failed', 'Ticks work again');
      } catch (error) {
        counts.failed += 1;
        repeats.error('failed', 'A tick failed', { job, error });
        throw error;
      } finally {
        counts.active -= 1;
        if (counts.active === 0) for (const resolve of onIdle.splice(0)) resolve();
      }
    },
    idle: () => (counts.active === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
    counts: () => ({ ...counts, lagMs }),
  };
}
