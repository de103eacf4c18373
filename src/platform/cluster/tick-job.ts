import { SHARD_COUNT } from '../../values/shard.ts';
import type { TickJob } from './dispatcher.ts';

/**
 * In how many groups the shards are ticked, on all nodes alike: more than the nodes one would run, few enough that each is worth
 * a query. A single node ticks them as one.
 */
export const SHARD_GROUPS = 8;

/**
 * The shards of a group, from (inclusive) to (exclusive). Together the groups are all shards, and none is in two.
 * @throws RangeError for a group that is none
 */
export function shardsOfGroup(group: number, groups: number = SHARD_GROUPS): readonly [number, number] {
  if (!Number.isInteger(group) || group < 0 || group >= groups) throw new RangeError(`There is no group ${group} of ${groups}`);
  return [Math.floor((group * SHARD_COUNT) / groups), Math.floor(((group + 1) * SHARD_COUNT) / groups)];
}

/** The same for the same job on every node. Without colons: BullMQ refuses them in the id of a job. */
export function tickJobId({ type, group, minute }: TickJob): string {
  return type === undefined ? `tick-${group}-${minute}` : `tick-${type}-${group}-${minute}`;
}

/** Whether the next minute's job has taken this one's place. A job of a clock that is ahead of ours is not. */
export function isSuperseded({ minute }: TickJob, nowMs: number, everyMs: number): boolean {
  return nowMs >= (minute + 1) * everyMs;
}
