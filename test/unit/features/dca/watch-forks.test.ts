import { expect, test } from 'bun:test';
import { newestKept, withCheckpoint } from '../../../../src/market/deferred/checkpoints.ts';
import { createSeenBlocks, type SeenKind } from '../../../../src/market/deferred/seen-blocks.ts';
import { createWatchForks, type ListOldEnds } from '../../../../src/market/deferred/watch-forks.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { Hash } from '../../../../src/values/hash.ts';
import { asHash } from '../../../support/branded.ts';

/** How long an end is compared with the chain at each new block after it was recorded. */
const FRESH_MS = 120_000;

/** Simulates a chain whose blocks the test determines. From block `forkFrom` on, the blocks belong to the current fork. */
function openWatch(confirmations = 0, old: readonly string[] = []) {
  const state = { head: 10, fork: 'a', forkFrom: 0, nowMs: 1, isAway: false, lagsAfter: -1 };
  const hashOf = (number: number) => `0x${number >= state.forkFrom ? state.fork : 'a'}${number}`;
  const reads = {
    getBlock: async (at: number | 'latest') => {
      const number = at === 'latest' ? state.head : at;
      return number > state.head ? null : { number, hash: hashOf(number) };
    },
    getBlockNumber: async () => state.head,
  };
  /** An endpoint that still shows the first fork. */
  const lagging = {
    ...reads,
    getBlock: async (at: number | 'latest') => ({ number: at === 'latest' ? state.head : at, hash: `0xa${at}` }),
  };
  const onOneEndpoint = (work: (of: typeof reads) => unknown) => {
    const isLagging = state.lagsAfter === 0;
    state.lagsAfter -= 1;
    return work(isLagging ? lagging : reads);
  };
  const chain = { ...reads, chainId: 1, confirmations, onOneEndpoint };
  const clock = { now: () => state.nowMs };
  const records = createMemoryRecordStore({ clock });
  const followed: number[] = [];
  const seen = createSeenBlocks({
    ...{ records, clock, confirmationsOf: () => confirmations },
    follow: async (chainId) => followed.push(chainId) > 0,
  });
  const asked: (readonly [chainId: number, sinceMs: number])[] = [];
  const looked: string[] = [];
  const lookAgain = async ({ subject }: { subject: string }) => {
    looked.push(subject);
    return !state.isAway;
  };
  const open = () =>
    createWatchForks({
      ...{ records, clock, seen, log: silentLog },
      chains: { has: () => true, of: () => chain as never },
      handlers: new Map<SeenKind, typeof lookAgain>([['trade', lookAgain]]),
      oldEnds: new Map<SeenKind, ListOldEnds>([
        [
          'trade',
          async (chainId, sinceMs) => {
            asked.push([chainId, sinceMs]);
            return old;
          },
        ],
      ]),
    });
  let watch = open();
  return {
    state,
    asked,
    followed,
    note: (subject: string, number: number, hash: Hash | null = asHash(hashOf(number))) =>
      seen.note({ kind: 'trade', subject }, { chainId: 1, number, hash }),
    restart: () => {
      watch = open();
    },
    look: async () => {
      await watch(1);
      return looked.splice(0);
    },
  };
}

test('an end is checked again when its block is removed, and not before', async () => {
  const { state, note, look, followed } = openWatch();
  expect(await look()).toEqual([]);
  await note('early', 5);
  await note('late', 9);
  expect(followed).toEqual([1]);
  expect(await look()).toEqual([]);
  state.head = 11;
  expect(await look()).toEqual([]);
  state.nowMs += FRESH_MS;
  Object.assign(state, { head: 12, fork: 'b', forkFrom: 8 });
  expect(await look()).toEqual(['late']);
  expect(await look()).toEqual([]);
});

test('an end in a block that was not read yet is compared with the chain once it has grown', async () => {
  const { state, note, look } = openWatch();
  await note('first', 1);
  expect(await look()).toEqual([]);
  // This end is recorded with block 11, which the chain does not have yet, and with a hash that the chain will never have, as after a fork.
  // It must be checked again only when the chain has grown beyond block 11.
  await note('unread', 11, asHash('0xgone'));
  expect(await look()).toEqual([]);
  await note('unsure', 12, null);
  Object.assign(state, { head: 12, nowMs: 1 + FRESH_MS });
  expect((await look()).sort()).toEqual(['unread', 'unsure']);
  state.head = 13;
  expect(await look()).toEqual([]);
});

test('an end that is recorded only after the fork that removed its block was noticed is checked again', async () => {
  const { state, note, look } = openWatch(3);
  await note('other', 3);
  const removed = asHash('0xa9');
  expect(await look()).toEqual([]);
  Object.assign(state, { head: 12, fork: 'b', forkFrom: 8 });
  expect(await look()).toEqual([]);
  // The end was read before the fork, or from an endpoint that lags behind.
  await note('slow', 9, removed);
  expect(await look()).toEqual(['slow']);
  // While the endpoint still lags behind, the check reads the same end again.
  state.nowMs += FRESH_MS;
  await note('slow', 9, removed);
  Object.assign(state, { head: 13, nowMs: state.nowMs + FRESH_MS });
  expect(await look()).toEqual(['slow']);
  state.head = 14;
  expect(await look()).toEqual([]);
});

test('an end is checked again until it has certainly taken effect, because an earlier check changes nothing', async () => {
  const { state, note, look } = openWatch();
  await note('end', 9);
  Object.assign(state, { head: 12, fork: 'b', forkFrom: 8 });
  expect(await look()).toEqual(['end']);
  state.nowMs += FRESH_MS - 1;
  expect(await look()).toEqual(['end']);
  state.nowMs += 1;
  expect(await look()).toEqual(['end']);
  expect(await look()).toEqual([]);
});

test('an end is not compared with the blocks of an endpoint that shows another fork than the one that was noticed', async () => {
  const { state, note, look } = openWatch();
  await note('end', 9);
  expect(await look()).toEqual([]);
  Object.assign(state, { head: 12, fork: 'b', forkFrom: 8, nowMs: 1 + FRESH_MS, lagsAfter: 1 });
  await expect(look()).rejects.toThrow(/changed while it was read/);
  expect(await look()).toEqual(['end']);
  expect(await look()).toEqual([]);
});

test('when a local chain restarts from an older block, its ends are checked again at once, however old it is and whatever it has mined since', async () => {
  const { state, note, look } = openWatch();
  await note('old', 3);
  await note('new', 900);
  for (const head of [10, 100, 300, 700, 1_000]) {
    state.head = head;
    await look();
  }
  state.head = 40;
  expect(await look()).toEqual(['new']);
  Object.assign(state, { head: 500, fork: 'b', forkFrom: 2 });
  expect((await look()).sort()).toEqual(['new', 'old']);
});

test('on a chain with final blocks an endpoint that is behind gets time, and is then believed', async () => {
  const { state, note, look } = openWatch(3);
  await note('end', 9);
  await look();
  state.head = 5;
  expect(await look()).toEqual([]);
  state.nowMs += 599_000;
  expect(await look()).toEqual([]);
  state.nowMs += 1_000;
  expect(await look()).toEqual(['end']);
});

test('an end that cannot be checked now is checked later, also after a restart', async () => {
  const { state, note, look, restart } = openWatch();
  await note('end', 9);
  await look();
  Object.assign(state, { fork: 'b', forkFrom: 8, isAway: true });
  expect(await look()).toEqual(['end']);
  restart();
  state.head = 20;
  expect(await look()).toEqual(['end']);
  Object.assign(state, { isAway: false, nowMs: 1 + FRESH_MS });
  expect(await look()).toEqual(['end']);
  expect(await look()).toEqual([]);
});

test('a few checkpoints reach back to the first block, each gap at most about as long as its distance from the head', async () => {
  let known = withCheckpoint([], { number: 1, hash: asHash('0x1') });
  for (let number = 2; number <= 5_000; number += 1) known = withCheckpoint(known, { number, hash: asHash(`0x${number}`) });
  expect(known.length).toBeLessThan(30);
  expect([known[0]?.number, known.at(-1)?.number]).toEqual([1, 5_000]);
  for (const fork of [4_999, 4_000, 1_000, 10]) {
    const blockAt = async (number: number) => ({ hash: number < fork ? asHash(`0x${number}`) : asHash('0xother') });
    const common = (await newestKept(known, blockAt, 6_000))?.number ?? 0;
    expect(common).toBeLessThan(fork);
    expect(5_000 - common).toBeLessThanOrEqual(2 * (5_000 - fork) + 4);
  }
});

test('ends of an older version are listed once, and checked again when a fork may have removed their blocks', async () => {
  const { state, asked, restart, note, look } = openWatch(0, ['old', 'both']);
  await note('both', 3);
  expect(await look()).toEqual([]);
  restart();
  state.head = 12;
  expect(await look()).toEqual([]);
  expect(asked).toEqual([[1, 0]]);
  // The first fork replaces only blocks above those with recorded ends, so no end is checked again. The second fork also replaces the block
  // of such an end.
  Object.assign(state, { fork: 'b', forkFrom: 11 });
  expect(await look()).toEqual([]);
  Object.assign(state, { fork: 'c', forkFrom: 9 });
  expect(await look()).toEqual(['old']);
  Object.assign(state, { fork: 'd', forkFrom: 2 });
  expect((await look()).toSorted()).toEqual(['both', 'old']);
});

test('on a chain with final blocks only ends of the last days are listed; without any, nothing is stored', async () => {
  const { state, asked, look } = openWatch(3);
  state.nowMs = 100 * 86_400_000;
  expect(await look()).toEqual([]);
  state.head = 12;
  expect(await look()).toEqual([]);
  expect(asked).toEqual([[1, 91 * 86_400_000]]);
});
