import { expect, test } from 'bun:test';
import { createHeadWatch } from '../../../../src/market/chains/head-watch.ts';
import type { ChainBlock } from '../../../../src/platform/chain/chain.ts';
import { asHash } from '../../../support/branded.ts';

const T0 = Date.UTC(2027, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Watches a chain whose newest block the test sets; null means that the chain does not answer. */
function watched(isOnDemand = false) {
  const state = { nowMs: T0, head: blockOf(100, T0) as ChainBlock | null };
  const chain = {
    chainId: 1,
    getBlock: async () => {
      if (state.head === null) throw new Error('No answer');
      return state.head;
    },
  };
  const watch = createHeadWatch({ chain: chain as never, isOnDemand, unansweredSinceMs: () => null, now: () => state.nowMs });
  async function at(nowMs: number, head: ChainBlock | null): Promise<string | null> {
    Object.assign(state, { nowMs, head });
    await watch.look();
    return watch.trouble()?.word ?? null;
  }
  return { watch, at };
}

function blockOf(number: number, atMs: number, fork = 'a'): ChainBlock {
  const hash = asHash(`0x${fork}${number}`);
  return { number, hash, parentHash: hash, timestampSec: atMs / SECOND, baseFeePerGas: null };
}

test('a head that does not advance is reported after a time that depends on the chain’s pace, with its start; the next block ends it', async () => {
  const { watch, at } = watched();
  await at(T0, blockOf(100, T0));
  const still = blockOf(105, T0 + MINUTE);
  expect(await at(T0 + MINUTE, still)).toBeNull();
  expect(await at(T0 + 2.5 * MINUTE, still)).toBeNull();
  expect(await at(T0 + 3.5 * MINUTE, still)).toBe('standing-still');
  expect(watch.trouble()?.sentence).toBe('The chain has had no new block since 2027-01-01 00:01:00 UTC; the newest is block 105.');
  const told = watch.trouble();
  await at(T0 + 9 * MINUTE, still);
  expect(watch.trouble()).toBe(told);
  expect(await at(T0 + 10 * MINUTE, blockOf(106, T0 + 10 * MINUTE))).toBeNull();
});

test('a slow chain is given longer: ten of its blocks, and five minutes while its pace is not known', async () => {
  const { at } = watched();
  await at(T0, blockOf(100, T0));
  expect(await at(T0 + 4 * MINUTE, blockOf(100, T0))).toBeNull();
  expect(await at(T0 + 5 * MINUTE, blockOf(100, T0))).toBe('standing-still');
  const next = blockOf(106, T0 + 6 * MINUTE);
  expect(await at(T0 + 6 * MINUTE, next)).toBeNull();
  expect(await at(T0 + 14 * MINUTE, next)).toBeNull();
  expect(await at(T0 + 16 * MINUTE, next)).toBe('standing-still');
});

test('new blocks with old times are reported, and a block of an endpoint that is behind does not count as new', async () => {
  const { watch, at } = watched();
  await at(T0, blockOf(100, T0 - 60 * MINUTE));
  expect(await at(T0 + MINUTE, blockOf(160, T0 - 50 * MINUTE))).toBe('behind-time');
  expect(watch.trouble()?.sentence).toContain('at 2027-01-01 00:00:00 UTC, the newest block (100) had the time 2026-12-31 23:00:00 UTC');

  const turns = watched();
  for (let minute = 0; minute < 6; minute += 1) await turns.at(T0 + minute * MINUTE, blockOf(minute % 2 === 0 ? 100 : 99, T0));
  expect(await turns.at(T0 + 6 * MINUTE, blockOf(100, T0))).toBe('standing-still');
});

test('a chain that went back and advances again does not count as stopped', async () => {
  const { at } = watched();
  await at(T0, blockOf(100, T0));
  await at(T0 + MINUTE, blockOf(120, T0 + MINUTE));
  for (let minute = 2; minute < 6; minute += 1)
    expect(await at(T0 + minute * MINUTE, blockOf(90 + minute, T0 + minute * MINUTE, 'b'))).toBeNull();
});

test('a head that cannot be read for two minutes is reported, a single failure is not', async () => {
  const { at } = watched();
  await at(T0, blockOf(100, T0));
  expect(await at(T0 + MINUTE, null)).toBeNull();
  expect(await at(T0 + 1.5 * MINUTE, blockOf(110, T0 + MINUTE))).toBeNull();
  expect(await at(T0 + 2 * MINUTE, null)).toBeNull();
  expect(await at(T0 + 4 * MINUTE, null)).toBe('unreadable');
  expect(await at(T0 + 5 * MINUTE, blockOf(111, T0 + 5 * MINUTE))).toBeNull();
});

test('a chain that makes blocks on demand never stands still', async () => {
  const { at } = watched(true);
  await at(T0, blockOf(100, T0));
  expect(await at(T0 + 60 * MINUTE, blockOf(100, T0))).toBeNull();
});

test('with a known pace, a missing block is reported as soon as ten blocks are missing, and the watch looks at that moment', async () => {
  const state = { nowMs: T0 };
  const chain = {
    chainId: 1,
    // A chain with a block every four seconds, until it stops.
    getBlock: async (at: 'latest' | number) => {
      const number = at === 'latest' ? 1_000 : at;
      return blockOf(number, T0 - (1_000 - number) * 4 * SECOND);
    },
  };
  const watch = createHeadWatch({ chain: chain as never, isOnDemand: false, unansweredSinceMs: () => null, now: () => state.nowMs });
  await watch.look();
  expect([watch.blockMs(), watch.nextLookMs()]).toEqual([4_000, 30_000]);
  state.nowMs += 30 * SECOND;
  await watch.look();
  expect([watch.trouble(), watch.nextLookMs()]).toEqual([null, 10 * SECOND]);
  state.nowMs += 10 * SECOND;
  await watch.look();
  expect(watch.trouble()).toMatchObject({ word: 'standing-still', sinceMs: T0 });
  expect(watch.nextLookMs()).toBeLessThan(5 * SECOND);
});

test('the time without a block is measured from the block, not from the look that found it', async () => {
  const { watch, at } = watched();
  await at(T0, blockOf(100, T0));
  await at(T0 + 30 * SECOND, blockOf(101, T0 + 2 * SECOND));
  expect(await at(T0 + 33 * SECOND, blockOf(101, T0 + 2 * SECOND))).toBe('standing-still');
  expect(watch.trouble()?.sinceMs).toBe(T0 + 2 * SECOND);
});

test('a chain that had an outage shortly before the first look does not count as slow', async () => {
  for (const outageAt of [975, 990]) {
    const state = { nowMs: T0 };
    const chain = {
      chainId: 1,
      async getBlock(at: number | 'latest') {
        const number = at === 'latest' ? 1_000 : at;
        return blockOf(number, T0 - (1_000 - number) * 2 * SECOND - (number < outageAt ? 120 * MINUTE : 0));
      },
    };
    const watch = createHeadWatch({ chain: chain as never, isOnDemand: false, unansweredSinceMs: () => null, now: () => state.nowMs });
    await watch.look();
    expect(watch.blockMs()).toBe(2_000);
    state.nowMs += 31 * SECOND;
    await watch.look();
    expect(watch.trouble()?.word).toBe('standing-still');
  }
});
