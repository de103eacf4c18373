import type { Trouble } from '../log/trouble-watch.ts';

/** One tick of one group of shards, and of one type if it names one. */
export type TickJob = {
  readonly type?: string;
  /** From 0; see `shardsOfGroup`. */
  readonly group: number;
  /** Number of the interval since the epoch: minutes, unless the schedule is accelerated. */
  readonly minute: number;
};

/** Runs a tick. One that throws has had its turn; an adapter may give it another one within the minute, on any node. */
export type OnTickJob = (job: TickJob) => Promise<void>;

export type DispatcherStats = {
  /** Whether jobs get through now: false while what carries them is away. */
  readonly isHealthy: boolean;
  /** How many groups of shards there are. */
  readonly groups: number;
  /** Jobs that no node has begun; null when it cannot be known now. */
  readonly waiting: number | null;
  /** Jobs that run on this node. */
  readonly active: number;
  /** How long after its minute began the job that was begun last on this node was begun, ms; null before the first. */
  readonly lagMs: number | null;
  /** Jobs that this node ended in time, whose handler threw, and that it passed over because their minute was over. */
  readonly done: number;
  readonly failed: number;
  readonly superseded: number;
};

/**
 * Decides which node runs which tick. Every node hands over every job of every minute. Invariants that every adapter keeps, and
 * `test/contract/cluster` checks:
 *
 * 1. At least once: a job that any node handed over within its minute is run by some node, also when the node that took it dies (it is
 *    then begun again by another) and when what carries the jobs was away for a part of the minute.
 * 2. Mostly once: the same job from many nodes is one job. But it may run twice, at the same time even: a node that was thought
 *    dead may still be at it. So nothing that must not happen twice rests on this; that is for the store's compare-and-set.
 * 3. A job that was not begun within its minute is superseded by the next minute's, and is not run: one tick makes up for all
 *    that were missed.
 * 4. On one node a group's ticks of a type do not overlap; those of different groups do.
 * 5. Nothing here throws into the schedule because of what carries the jobs: `dispatch` comes back soon, whatever is away.
 */
export type Dispatcher = {
  /** Hands the job over; resolves without waiting for it to run. Does nothing after `drain`: other nodes hand it over as well. */
  dispatch(job: TickJob): Promise<void>;
  /** Takes no more jobs; resolves when those that run on this node have ended. What waits is left to other nodes. */
  drain(): Promise<void>;
  stats(): Promise<DispatcherStats>;
  /** What is the matter with what carries the jobs; null when nothing is. */
  trouble(): Trouble | null;
};
