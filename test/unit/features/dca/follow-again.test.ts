import { expect, test } from 'bun:test';
import { createDeferredEvents } from '../../../../src/features/dca/deferred-events.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createFollowVault } from '../../../../src/features/dca/follow-vault.ts';
import { createLinkRepository } from '../../../../src/features/dca/link-repository.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import type { DcaVault } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { dcaReading } from '../../../support/dca-reading.ts';

// Tests two rules. An endpoint that returns no event may simply lack it, so its blocks are read again. The changes of an event are undone
// when a fork removes the event's block.

const CHAIN_ID = 1;
const TOPIC = `0x${'70'.repeat(32)}`;
const wallet = parseAddress(`0x${'1'.repeat(40)}`);
const token = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};

/** Simulates a vault with a position in block 1, which its owner cancels in block 2. */
function createEvaluationContext({ hasBloom }: { readonly hasBloom: boolean }) {
  const state = { head: 1, fork: 'a', isBlind: false, isBlindByHash: false, nowMs: 1_000_000, atLook: async () => {} };
  const done: string[] = [];
  const clock = { now: () => state.nowMs };
  const records = createMemoryRecordStore({ clock });
  const hashOf = (number: number) => `0x${number > 1 ? state.fork : 'a'}${number}` as never;
  const log = (number: number) => ({ blockNumber: number, blockHash: hashOf(number), txHash: `0x${number}`, logIndex: 0, topics: [TOPIC] });
  const terms = { amountRequested: 300n, amount: 300n, frequency: 3, intervalSec: 180, isAutoBuy: true };
  const events = () => [
    { kind: 'created', wallet, positionId: 1, fromToken: token('8'), toToken: token('9'), ...terms, log: log(1) },
    ...(state.fork === 'a' ? [{ kind: 'changed', wallet, positionId: 1, log: log(2) }] : []),
  ];
  const within = (from: number, to: number) => events().filter(({ log: { blockNumber } }) => blockNumber >= from && blockNumber <= to);
  const block = (number: number) => {
    const topics = hasBloom && within(number, number).length > 0 ? [TOPIC] : [];
    return number > state.head ? null : { number, hash: hashOf(number), timeSec: number, topics };
  };
  const reader = {
    head: async () => ({ number: state.head, hash: hashOf(state.head) }),
    block: async (number: number) => block(number),
    events: async (from: number, to: number) => (state.isBlind ? [] : within(from, Math.min(to, state.head))),
    eventsOf: async ({ number }: { number: number }) => (state.isBlindByHash ? [] : within(number, number)),
  };
  const vault = {
    ...{ chainId: CHAIN_ID, address: parseAddress(`0x${'f1'.repeat(20)}`), decimalsOf: async () => 6 },
    readEvents: <T>(work: (with_: never) => Promise<T>) => work(reader as never),
  } as Partial<DcaVault> as DcaVault;
  const follow = createFollowVault({
    ...{ records, clock, vaultAt: () => vault, fills: createFillRepository({ records }), links: createLinkRepository({ records, clock }) },
    deployments: { of: async () => ({ vault: vault.address, confirmations: 3, firstBlock: 0 }), executorOf: () => null },
    tokens: createTokens({ records, clock }),
    deferred: createDeferredEvents({ records, clock, log: silentLog, tell: async () => {} }),
    positions: {
      create: async ({ recordId, terms }) => dcaReading(recordId, terms),
      link: async () => void done.push('link'),
      unlink: async () => void done.push('unlink'),
      async look() {
        done.push('look');
        await state.atLook();
      },
      ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
    },
  });
  return { state, done, follow: () => follow(CHAIN_ID) };
}

test('an event that an endpoint did not show at first is found when its block is read again', async () => {
  const { state, done, follow } = createEvaluationContext({ hasBloom: false });
  state.isBlind = true;
  expect(await follow()).toMatchObject({ head: { number: 1 } });
  state.head = 2;
  await follow();
  expect(done).toEqual([]);
  state.isBlind = false;
  state.head = 3;
  await follow();
  expect(done).toEqual(['link', 'look']);
  // The event was found in an earlier run. When the endpoint then omits it and later returns it again, it must be neither undone nor
  // processed a second time.
  state.isBlind = true;
  state.head = 4;
  await follow();
  state.isBlind = false;
  state.head = 5;
  await follow();
  expect(done).toEqual(['link', 'look']);
});

test("a block's bloom filter shows at once that its events are missing", async () => {
  const { state, done, follow } = createEvaluationContext({ hasBloom: true });
  state.isBlind = true;
  state.head = 2;
  await follow();
  expect(done).toEqual(['link', 'look']);
});

test('a position whose event a reorg removed is read again, although nothing reports its new state', async () => {
  const { state, done, follow } = createEvaluationContext({ hasBloom: false });
  state.head = 2;
  await follow();
  expect(done).toEqual(['link', 'look']);
  state.fork = 'b';
  state.head = 3;
  await follow();
  expect(done).toEqual(['link', 'look', 'look']);
  state.head = 4;
  await follow();
  expect(done).toEqual(['link', 'look', 'look']);
});

test('a block whose filter indicates an event is read again, also long after it was passed, but not for ever', async () => {
  const { state, done, follow } = createEvaluationContext({ hasBloom: true });
  [state.isBlind, state.isBlindByHash] = [true, true];
  await follow();
  state.head = 100;
  await follow();
  expect(done).toEqual([]);
  state.isBlindByHash = false;
  state.head = 101;
  // The omitted event is in a block that was already read. Such a block is read again once a minute, and not whenever a new block arrives.
  await follow();
  expect(done).toEqual([]);
  state.nowMs += 60_000;
  state.head = 102;
  await follow();
  expect(done).toEqual(['link']);
  state.nowMs += 10_000_000;
  state.head = 103;
  await follow();
  expect(done).toEqual(['link']);
});

test('when a fork came between two runs at the same time, the blocks are read again', async () => {
  const { state, done, follow } = createEvaluationContext({ hasBloom: false });
  await follow();
  state.head = 2;
  // This run has read block 2. Before it ends, a reorg replaces the block, and another run reads the new block. For neither run is a block
  // missing that it knows.
  state.atLook = async () => {
    Object.assign(state, { fork: 'b', head: 3, atLook: async () => {} });
    await follow();
  };
  await follow();
  expect(done).toEqual(['link', 'look']);
  await follow();
  expect(done).toEqual(['link', 'look', 'look']);
  await follow();
  expect(done).toEqual(['link', 'look', 'look']);
});
