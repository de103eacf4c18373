import type { Redis } from 'ioredis';

/** The Redis type of each key of a queue, by the last part of the key's name. */
const TYPES: Readonly<Record<string, string>> = {
  wait: 'list',
  active: 'list',
  paused: 'list',
  completed: 'zset',
  failed: 'zset',
  delayed: 'zset',
  prioritized: 'zset',
  'waiting-children': 'zset',
  marker: 'zset',
  stalled: 'set',
  meta: 'hash',
  events: 'stream',
  id: 'string',
  pc: 'string',
  'stalled-check': 'string',
};

/**
 * Deletes the keys of a queue that have another type than BullMQ expects. With such a key, the queue would never work again. Deleting them
 * loses only ticks, which are useless after their minute anyway. Returns the last parts of the deleted keys' names.
 * @param jobIds jobs whose own keys are checked too. Jobs that have not been started are removed so that they can be added again, because a
 * command that found a key of another type was only partly executed
 */
export async function fixKeys(client: Redis, queueKey: string, jobIds: readonly string[]): Promise<readonly string[]> {
  const expected = [...Object.entries(TYPES), ...jobIds.map((id): [string, string] => [id, 'hash'])];
  const found = await Promise.all(expected.map(([end]) => client.type(`${queueKey}:${end}`)));
  const wrong = expected.flatMap(([end, type], at) => (found[at] === type || found[at] === 'none' ? [] : [end]));
  if (wrong.length === 0) return wrong;
  await client.unlink(...wrong.map((end) => `${queueKey}:${end}`));
  for (const id of jobIds) {
    if ((await client.hexists(`${queueKey}:${id}`, 'processedOn')) === 1) continue;
    await client.multi().lrem(`${queueKey}:wait`, 0, id).unlink(`${queueKey}:${id}`).exec();
  }
  return wrong;
}
