import type { Redis } from 'ioredis';

/** What BullMQ keeps of a queue, by the end of the key. */
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
 * Deletes the keys of a queue that hold another kind of value than BullMQ puts there: nothing of it would ever work again, and ticks are of no
 * use after their minute. Gives the ends of the keys.
 * @param jobIds jobs whose own keys are looked at as well. Those that nobody has begun are taken out, so that they can be added again: a step that met
 * such a key has done a part of what it should
 */
export async function mendKeys(client: Redis, queueKey: string, jobIds: readonly string[]): Promise<readonly string[]> {
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
