import { Queue, UnrecoverableError, Worker } from 'bullmq';
import * as v from 'valibot';
import type { Clock } from '../../../values/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Dispatcher, OnTickJob, TickJob } from '../dispatcher.ts';
import { createJobRunner } from '../job-runner.ts';
import { isSuperseded, SHARD_GROUPS, tickJobId } from '../tick-job.ts';
import { checkEviction } from './check-eviction.ts';
import { closeWorkers } from './close-workers.ts';
import { fixKeys } from './fix-keys.ts';
import { createRedisLink } from './redis-link.ts';

export type BullmqDispatcherOptions = {
  /** URL of the Redis server, `redis:` or `rediss:`; may contain a password. */
  readonly url: string;
  readonly onJob: OnTickJob;
  readonly clock: Clock;
  readonly log: Log;
  /** Length of a minute in ms (shorter in tests); must be the same on all nodes. */
  readonly everyMs: number;
  /**
   * Number of groups into which the shards (parts of all actors) are divided. Each group has its own queue. The number must be the same on
   * all nodes.
   */
  readonly groups?: number;
  /** Prefix of BullMQ's keys; nodes that share ticks must use the same prefix. */
  readonly prefix?: string;
  /**
   * How long the job of a dead node stays locked, in ms. Default: a quarter of a minute, and at most 15 s. Jobs of dead nodes are searched
   * three times in that time, so another node starts such a job again within 25 s.
   */
  readonly lockMs?: number;
};

/**
 * Maximum number of times that a tick is attempted within its minute when its handler throws an error. Each attempt may run on another
 * node.
 */
const ATTEMPTS = 3;
/** Delay in ms between a command that Redis refused because a key has an unexpected type, and the check of the queue's keys. */
const MEND_AFTER_MS = 1_000;
/**
 * How long, in seconds, the id of a finished job is kept. During this time a job with the same id is ignored. The time is longer than the
 * maximum difference between the clocks of nodes, so that no node starts a finished job again.
 */
const KEPT_FOR_S = 300;

const jobSchema = v.object({ type: v.optional(v.string()), group: v.number(), minute: v.number() });

/** Creates ticks shared by all nodes with the same Redis and prefix, as BullMQ jobs: one queue per group of shards. */
export function createBullmqDispatcher(options: BullmqDispatcherOptions): Dispatcher {
  const { url, clock, log, everyMs, groups = SHARD_GROUPS, prefix = 'coxswain' } = options;
  const lockMs = options.lockMs ?? Math.min(15_000, Math.max(1_000, Math.ceil(everyMs / 4)));
  const runner = createJobRunner(options);
  const link = createRedisLink(url, log, prefix);
  /**
   * The newest job that was sent, by queue and actor type. It is sent again when Redis becomes available again, because Redis may have lost
   * it.
   */
  const newest = new Map<string, TickJob>();
  /**
   * The jobs of the current minute that this node has finished. If Redis did not receive the result of such a job, Redis assigns the job
   * again, and this node must skip it.
   */
  const ended = new Map<string, TickJob>();
  let draining: Promise<void> | null = null;

  async function runOnce(job: TickJob): Promise<void> {
    const id = tickJobId(job);
    if (ended.has(id)) return;
    await runner.run(job);
    for (const [key, old] of ended) if (isSuperseded(old, clock.now(), everyMs)) ended.delete(key);
    ended.set(id, job);
  }

  // BullMQ's own version check is off: it writes to the console, and fails permanently when Redis becomes unavailable during the check.
  const shared = { prefix, skipVersionCheck: true };
  const names = Array.from({ length: groups }, (_, group) => `ticks-${group}`);
  const queues = names.map((name) => new Queue<TickJob>(name, { ...shared, connection: link.prompt, skipMetasUpdate: true }));
  const workers = names.map(
    (name) =>
      new Worker<TickJob>(name, ({ data }) => runOnce(readJob(data)), {
        ...shared,
        connection: link.patient,
        lockDuration: lockMs,
        // The value is rounded to whole milliseconds. Redis refuses other numbers, and a dead node's job would then never be found.
        stalledInterval: Math.ceil(lockMs / 3),
        // The limit is high, because a job that lost its node is not faulty. A job is not repeated endlessly, because every job is skipped
        // once its minute is over.
        maxStalledCount: 100,
        removeOnComplete: { age: KEPT_FOR_S },
        removeOnFail: { age: KEPT_FOR_S },
      }),
  );
  const fixing = new Set<number>();

  /** Handles a failed command. Because a worker would retry a refused command immediately, the worker must be paused. */
  function failed(error: unknown, group: number): void {
    if (draining !== null || !link.failed(error).isSingle || fixing.has(group)) return;
    fixing.add(group);
    void workers[group]?.pause(true);
    setTimeout(() => void fix(group), MEND_AFTER_MS);
  }

  async function fix(group: number): Promise<void> {
    const jobIds = [...newest.values()].filter((job) => job.group === group).map(tickJobId);
    try {
      const fixed = await fixKeys(link.prompt, `${prefix}:${names[group]}`, jobIds);
      if (fixed.length > 0)
        log.warn(
          'The queue of scheduled work (ticks) in Redis contained data that no node of this service has written. Its keys were deleted',
          {
            queue: names[group],
            keys: fixed,
          },
        );
    } catch (error) {
      link.failed(error);
    }
    fixing.delete(group);
    if (!link.isUp() || draining !== null) return;
    const worker = workers[group];
    if (worker?.isPaused() === true) void worker.resume();
    // The newest jobs are sent again, because jobs that were sent while a key of the queue was invalid may have been lost when that key was
    // deleted.
    for (const job of newest.values()) if (job.group === group) void send(job);
  }

  queues.forEach((queue, group) => void queue.on('error', (error) => failed(error, group)));
  workers.forEach((worker, group) => void worker.on('error', (error) => failed(error, group)));

  async function send(job: TickJob): Promise<void> {
    const queue = queues[job.group];
    if (queue === undefined)
      throw new RangeError(`The actors are divided into ${groups} groups, counted from 0, so there is no group ${job.group}`);
    if (!link.isUp() || isSuperseded(job, clock.now(), everyMs)) return;
    try {
      await queue.add('tick', job, {
        jobId: tickJobId(job),
        attempts: ATTEMPTS,
        backoff: { type: 'fixed', delay: Math.min(5_000, Math.ceil(everyMs / 12)) },
      });
    } catch (error) {
      failed(error, job.group);
    }
  }

  link.onRefusal(() => {
    for (const worker of workers) if (draining === null) void worker.pause(true);
  });
  link.onUp(() => {
    if (draining !== null) return;
    workers.forEach((worker, group) => {
      if (!fixing.has(group) && worker.isPaused()) void worker.resume();
    });
    for (const job of newest.values()) void send(job);
    void checkEviction(link, log);
  });

  return {
    async dispatch(job) {
      if (draining !== null || isSuperseded(job, clock.now(), everyMs)) return;
      newest.set(`${job.type ?? ''}/${job.group}`, job);
      await send(job);
    },
    drain() {
      draining ??= closeWorkers(workers, runner.idle).finally(link.close);
      return draining;
    },
    trouble: link.trouble,
    async stats() {
      return { isHealthy: link.isUp(), groups, waiting: await countWaiting(), ...runner.counts() };
    },
  };

  async function countWaiting(): Promise<number | null> {
    if (!link.isUp()) return null;
    try {
      const counts = await Promise.all(queues.map((queue) => queue.getJobCountByTypes('waiting', 'delayed')));
      return counts.reduce((sum, count) => sum + count, 0);
    } catch (error) {
      link.failed(error);
      return null;
    }
  }
}

/** Parses a job. An invalid job may come from another version of this program. A second attempt at such a job would not help. */
function readJob(data: unknown): TickJob {
  const { success, output } = v.safeParse(jobSchema, data);
  if (!success) throw new UnrecoverableError('This job is not a tick');
  const { type, group, minute } = output;
  return type === undefined ? { group, minute } : { type, group, minute };
}
