import type { Trouble } from '../log/trouble-watch.ts';

/**
 * A tick (the periodic signal to process due actors) for one group of shards. Shards are parts of all actors. If `type` is set, the tick is
 * only for actors of this type.
 */
export type TickJob = {
  readonly type?: string;
  /** Number of the group of shards, from 0; see `shardsOfGroup`. */
  readonly group: number;
  /** Number of the job's interval, counted from the Unix epoch. Intervals are minutes, unless the schedule is accelerated. */
  readonly minute: number;
};

/**
 * Runs the job of a tick. When this function throws an error, the dispatcher may run the job again within the job's minute, on any node.
 */
export type OnTickJob = (job: TickJob) => Promise<void>;

export type DispatcherStats = {
  /** Whether jobs can be delivered now; false while the transport of the jobs (such as Redis) is unavailable. */
  readonly isHealthy: boolean;
  /** The number of groups into which the shards (parts of all actors) are divided. */
  readonly groups: number;
  /** Number of jobs that no node has started yet; null when unknown. */
  readonly waiting: number | null;
  /** Number of jobs that are running on this node. */
  readonly active: number;
  /** Time in ms from the beginning of a job's minute until this node started the job, for its last job; null before the first job. */
  readonly lagMs: number | null;
  /** Number of jobs of this node that ended without an error. */
  readonly done: number;
  /** Number of jobs of this node whose handler threw an error. */
  readonly failed: number;
  /** Number of jobs that this node skipped because their minute was over. */
  readonly superseded: number;
};

/**
 * Decides which node runs which tick. Every node dispatches every job of every minute. Every implementation ensures these invariants, which
 * `test/contract/cluster` checks:
 * 1. At least once: a job that any node dispatches within its minute is run by some node. That is also true when the node that took it dies
 * (another node then starts it again), and when the transport was unavailable for part of the minute.
 * 2. Mostly once: the same job from many nodes is one job. It may still run twice, even at the same time, since a node that was considered
 * dead may still run it. Work that must not happen twice is protected by the store's compare-and-set.
 * 3. A job that was not started within its minute is not run; the next minute's job replaces it. One tick makes up for all missed ones.
 * 4. On one node, ticks of the same group and type do not overlap. Ticks of different groups may overlap.
 * 5. A failing transport never throws into the schedule: `dispatch` always returns soon.
 */
export type Dispatcher = {
  /** Sends the job; resolves without waiting until it has run. Does nothing after `drain`, since other nodes send the job as well. */
  dispatch(job: TickJob): Promise<void>;
  /** Stops taking jobs; resolves when the jobs that run on this node have ended. Waiting jobs are left to other nodes. */
  drain(): Promise<void>;
  stats(): Promise<DispatcherStats>;
  /** Returns the current failure of the transport of the jobs (such as Redis); null when the transport works. */
  trouble(): Trouble | null;
};
