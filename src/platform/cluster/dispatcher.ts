import type { Trouble } from '../log/trouble-watch.ts';

/** One tick of one group of shards, for one actor type if it names one. */
export type TickJob = {
  readonly type?: string;
  /** From 0; see `shardsOfGroup`. */
  readonly group: number;
  /** Number of the interval since the epoch: minutes, unless the schedule is accelerated. */
  readonly minute: number;
};

/** Runs a tick. When it throws, an adapter may run it again within the minute, on any node. */
export type OnTickJob = (job: TickJob) => Promise<void>;

export type DispatcherStats = {
  /** Whether jobs are delivered now: false while their transport is unavailable. */
  readonly isHealthy: boolean;
  /** The number of shard groups. */
  readonly groups: number;
  /** Jobs that no node has started; null when that is unknown. */
  readonly waiting: number | null;
  /** Jobs that run on this node. */
  readonly active: number;
  /** How long after the start of its minute the last job on this node started, ms; null before the first. */
  readonly lagMs: number | null;
  /** This node's jobs that ended in time, whose handler threw, and that were skipped because their minute was over. */
  readonly done: number;
  readonly failed: number;
  readonly superseded: number;
};

/**
 * Decides which node runs which tick. Every node dispatches every job of every minute. Every adapter keeps these invariants, which
 * `test/contract/cluster` checks:
 * 1. At least once: a job dispatched within its minute by any node is run by some node, also when the node that took it dies
 *    (another then starts it again) and when the transport was unavailable for a part of the minute.
 * 2. Mostly once: the same job from many nodes is one job. It may still run twice, even at the same time, since a node that was
 *    thought dead may still run it. Work that must not happen twice is protected by the store's compare-and-set.
 * 3. A job that was not started within its minute is replaced by the next minute's and not run: one tick makes up for all missed
 *    ones.
 * 4. On one node a group's ticks of a type do not overlap; those of different groups do.
 * 5. A failing transport throws nothing into the schedule: `dispatch` returns soon in any case.
 */
export type Dispatcher = {
  /** Sends the job; resolves without waiting for its run. Does nothing after `drain`, since other nodes send the job as well. */
  dispatch(job: TickJob): Promise<void>;
  /** Takes no more jobs; resolves when those that run on this node have ended. Waiting jobs are left to other nodes. */
  drain(): Promise<void>;
  stats(): Promise<DispatcherStats>;
  /** The current failure of the transport; null when it works. */
  trouble(): Trouble | null;
};
