import { expect, test } from 'bun:test';
import { isUuid, randomIds, sortableIds } from '../../../src/values/id-source.ts';
import { SHARD_COUNT, shardOf } from '../../../src/values/shard.ts';

test('the shard of an id never changes: stored records hold it', () => {
  expect(['dca-position/1', 'dca-position/2', 'transaction-sender/31337-0xabc', '', 'é'].map(shardOf)).toEqual([22, 19, 178, 11, 199]);
});

test('ids that count up spread evenly over all shards', () => {
  const counts = new Array<number>(SHARD_COUNT).fill(0);
  for (let i = 0; i < 25_600; i++) {
    const shard = shardOf(`dca-position/${i}`);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(50);
  expect(Math.max(...counts)).toBeLessThan(160);
});

test('fresh ids are UUIDs, and sortable ones sort', () => {
  const ids = Array.from({ length: 100 }, () => sortableIds());
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every(isUuid) && isUuid(randomIds())).toBe(true);
  expect(isUuid('not-a-uuid')).toBe(false);
});
