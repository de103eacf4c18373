import { expect, test } from 'bun:test';
import { createCommitter } from '../../../src/runtime/engine/committer.ts';
import type { ActorCommit, CommitResult } from '../../../src/runtime/record/actor-store.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';

const record: ActorRecord = {
  id: 'a/1',
  type: 'a',
  shard: 0,
  revision: 1,
  version: 1,
  epoch: 0,
  snapshot: { status: 'active', value: 'on', context: {} },
  applied: [],
  dueAtMs: null,
  wakeAtMs: null,
  outbox: [],
  keys: { wallet: null, chainId: null, status: null },
  health: { state: 'ok', failures: 0, lastError: null, sinceMs: null, untilMs: null },
  createdAtMs: 0,
  updatedAtMs: 0,
};
const commit: ActorCommit = {
  previous: null,
  next: record,
  note: { event: { id: 'e', type: 'E', payload: {} }, atMs: 0, cause: { kind: 'http' } },
  handle: null,
};

/** Creates a committer whose event loop turns and writes are controlled by the test. */
function createBench(maxBatch: number) {
  let turns: (() => void)[] = [];
  const writes: { readonly size: number; readonly end: () => void }[] = [];
  const store = {
    commit(commits: readonly ActorCommit[]): Promise<CommitResult[]> {
      const { promise, resolve } = Promise.withResolvers<CommitResult[]>();
      writes.push({ size: commits.length, end: () => resolve(commits.map(() => 'won')) });
      return promise;
    },
  };
  const committer = createCommitter({ store, timers: { soon: (callback) => void turns.push(callback) }, maxBatch });
  return {
    committer,
    writes,
    ask(count: number) {
      for (let i = 0; i < count; i += 1) committer.add({ commit, committed: () => undefined, unknown: () => undefined });
    },
    turn() {
      const due = turns;
      turns = [];
      for (const callback of due) callback();
    },
  };
}

test('commits of consecutive turns of the event loop share a write', () => {
  const { ask, turn, writes } = createBench(1_000);
  for (let i = 0; i < 3; i += 1) {
    ask(3);
    turn();
  }
  expect(writes).toBeEmpty();
  turn();
  // The committer must write when half of the outstanding commits have arrived, without waiting for the rest. The callers of the other half
  // can then work during the write.
  expect(writes.map(({ size }) => size)).toEqual([5]);
});

test('a write does not wait for ever while commits keep coming', () => {
  const { ask, turn, writes } = createBench(1_000);
  for (let i = 0; i < 20 && writes.length === 0; i += 1) {
    ask(1);
    turn();
  }
  expect(writes.map(({ size }) => size)).toEqual([3]);
});

test('a full batch does not wait', () => {
  const { ask, turn, writes } = createBench(8);
  ask(8);
  turn();
  expect(writes.map(({ size }) => size)).toEqual([4, 4]);
});

test('commits that arrive while writes are running are written when one of these has ended', async () => {
  const { ask, turn, writes, committer } = createBench(8);
  ask(8);
  turn();
  ask(2);
  turn();
  turn();
  expect(writes).toHaveLength(2);
  for (const { end } of writes) end();
  for (let i = 0; i < 20 && committer.outstanding() > 2; i += 1) await Promise.resolve();
  for (let i = 0; i < 5; i += 1) turn();
  expect(writes.map(({ size }) => size)).toEqual([4, 4, 1, 1]);
  for (const { end } of writes) end();
  await committer.idle();
  expect(committer.outstanding()).toBe(0);
});
