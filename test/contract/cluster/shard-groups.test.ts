import { expect, test } from 'bun:test';
import { shardsOfGroup, tickJobId } from '../../../src/platform/cluster/tick-job.ts';
import { SHARD_COUNT } from '../../../src/values/shard.ts';

test('every shard is in exactly one group, however many there are', () => {
  for (const groups of [1, 3, 8, 256]) {
    const shards = Array.from({ length: groups }, (_, group) => shardsOfGroup(group, groups)).flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, at) => from + at),
    );
    expect(shards).toEqual(Array.from({ length: SHARD_COUNT }, (_, shard) => shard));
  }
  expect(() => shardsOfGroup(8, 8)).toThrow(RangeError);
});

test('different jobs have different ids, without colons', () => {
  expect(tickJobId({ group: 1, minute: 7 })).toBe('tick-1-7');
  expect(tickJobId({ type: 'order', group: 1, minute: 7 })).toBe('tick-order-1-7');
});
