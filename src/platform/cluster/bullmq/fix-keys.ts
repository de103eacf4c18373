import type { Redis } from 'ioredis';

/** The Redis type of each key of a queue, by the end of its name. */
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
 * Deletes the keys of a queue that hold another type than BullMQ's: the queue would never work again, and ticks have no use after
 * their minute. Returns the ends of the deleted keys.
 * @param jobIds jobs whose own keys are checked as well. Jobs that have not been started are removed, so that they can be added
 * again: a step that met such a key was only partly done
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
