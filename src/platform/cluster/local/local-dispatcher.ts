import type { Clock } from '../../../values/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Dispatcher, OnTickJob, TickJob } from '../dispatcher.ts';
import { createJobRunner } from '../job-runner.ts';
import { isSuperseded } from '../tick-job.ts';

export type LocalDispatcherOptions = {
  readonly onJob: OnTickJob;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The interval between ticks, in ms. `TickJob.minute` is the number of such an interval, and a job is outdated once the next interval has
   * begun.
   */
  readonly everyMs: number;
  /** The number of groups of shards (parts of all actors) that the statistics show; 1 on a single node. */
  readonly groups?: number;
};

/**
 * The ticks of one actor type in one group of shards. At most one tick of them runs, and at most one waits in `next`, because a newer tick
 * replaces a waiting one.
 */
type Lane = { newestMinute: number; running: Promise<void> | null; next: TickJob | null };

/** Creates the dispatcher of a single node: every job runs in this process. A handler that throws runs again only in the next minute. */
export function createLocalDispatcher(options: LocalDispatcherOptions): Dispatcher {
  const { clock, everyMs, groups = 1 } = options;
  const runner = createJobRunner(options);
  const lanes = new Map<string, Lane>();
  let draining = false;

  async function work(lane: Lane, first: TickJob): Promise<void> {
    for (let job: TickJob | null = first; job !== null; job = draining ? null : lane.next) {
      lane.next = null;
      try {
        await runner.run(job);
      } catch {
        // The job runner has already counted and logged the error. The tick of the next minute processes everything that the failed tick
        // has left.
      }
    }
    lane.running = null;
  }

  return {
    async dispatch(job) {
      if (draining || isSuperseded(job, clock.now(), everyMs)) return;
      const key = `${job.type ?? ''}/${job.group}`;
      const lane = lanes.get(key) ?? { newestMinute: Number.NEGATIVE_INFINITY, running: null, next: null };
      lanes.set(key, lane);
      // A job with the same minute number as the newest job is a repetition and is ignored. An earlier minute number means that the clock
      // was set back; ticks then continue immediately.
      if (job.minute === lane.newestMinute) return;
      lane.newestMinute = job.minute;
      if (lane.running === null) lane.running = work(lane, job);
      else lane.next = job;
    },
    async drain() {
      draining = true;
      await Promise.all([...lanes.values()].map(({ running }) => running));
    },
    trouble: () => null,
    async stats() {
      const waiting = [...lanes.values()].filter(({ next }) => next !== null).length;
      return { isHealthy: true, groups, waiting, ...runner.counts() };
    },
  };
}
