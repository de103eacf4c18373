import { SHARD_COUNT } from '../../values/shard.ts';
import type { TickJob } from './dispatcher.ts';

/**
 * Number of groups into which the shards (parts of all actors) are divided; the same on all nodes. The number is higher than the expected
 * number of nodes, so that each node gets work. It is also low enough that each group has enough actors for a query of its own. A single
 * node processes all shards as one group.
 */
export const SHARD_GROUPS = 8;

/**
 * Returns the range of the shards that belong to a group: the first shard, and the shard after the last one. The groups cover all shards
 * without overlap.
 * @throws RangeError for an invalid group
 */
export function shardsOfGroup(group: number, groups: number = SHARD_GROUPS): readonly [number, number] {
  if (!Number.isInteger(group) || group < 0 || group >= groups)
    throw new RangeError(`The actors are divided into ${groups} groups, counted from 0, so there is no group ${group}`);
  return [Math.floor((group * SHARD_COUNT) / groups), Math.floor(((group + 1) * SHARD_COUNT) / groups)];
}

/** Returns the job's id, which is the same on every node. It has no colons, since BullMQ refuses them in job ids. */
export function tickJobId({ type, group, minute }: TickJob): string {
  return type === undefined ? `tick-${group}-${minute}` : `tick-${type}-${group}-${minute}`;
}

/**
 * Whether the job is outdated because the next minute has begun by this node's clock. A job from a node with a faster clock is not
 * outdated.
 */
export function isSuperseded({ minute }: TickJob, nowMs: number, everyMs: number): boolean {
  return nowMs >= (minute + 1) * everyMs;
}
