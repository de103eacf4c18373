import { expect, test } from 'bun:test';
import { createDeferredEvents } from '../../../../src/features/dca/deferred-events.ts';
import { DEFERRED_EVENTS } from '../../../../src/features/dca/deferred-spec.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createGapFinder } from '../../../../src/features/dca/find-gaps.ts';
import { createFollowVault } from '../../../../src/features/dca/follow-vault.ts';
import { createLinkRepository } from '../../../../src/features/dca/link-repository.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import type { DcaVault } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const CHAIN_ID = 1;
const VAULT = parseAddress(`0x${'f1'.repeat(20)}`);
const OWNER = parseAddress(`0x${'a1'.repeat(20)}`);
const [FROM, TO] = [parseAddress(`0x${'8'.repeat(40)}`), parseAddress(`0x${'9'.repeat(40)}`)];
const unused = async (): Promise<never> => {
  throw new Error('the follower has no use for this');
};

/** Simulates a vault with two positions of one owner, created in blocks 10 and 20. The first position has orders in blocks 30 and 40. */
function createEvaluationContext() {
  let nowMs = 1_000_000;
  let head = 50;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const hidden = new Set<number>();
  const told: string[] = [];
  const at = (blockNumber: number) => ({ blockNumber, blockHash: `0x${blockNumber}`, txHash: `0x${blockNumber}`, logIndex: 0 });
  const created = (positionId: number, block: number) => ({
    ...{ kind: 'created', wallet: OWNER, positionId, fromToken: FROM, toToken: TO, amountRequested: 300n, amount: 300n },
    ...{ frequency: 3, intervalSec: 180, isAutoBuy: true, log: at(block) },
  });
  const executed = (orderIndex: number, block: number) => ({
    ...{ kind: 'order-executed', wallet: OWNER, positionId: 1, orderIndex, amountIn: 1n, amountOut: 1n, fromToken: FROM, toToken: TO },
    log: at(block),
  });
  const all = [created(1, 10), created(2, 20), executed(0, 30), executed(1, 40)];
  const block = (number: number) => ({ number, hash: `0x${number}`, timeSec: number });
  const reader = {
    head: async () => block(head),
    block: async (number: number) => (number > head ? null : block(number)),
    events: async (from: number, to: number) =>
      all.filter(({ log }) => log.blockNumber >= from && log.blockNumber <= to && !hidden.has(log.blockNumber)),
  };
  const vault = {
    ...{ chainId: CHAIN_ID, address: VAULT, decimalsOf: async () => 6 },
    readEvents: <T>(work: (own: never) => Promise<T>) => work(reader as never),
    positions: async (keys: readonly { positionId: number }[]) => ({
      blockTimeSec: head,
      positions: keys.map(({ positionId }) => ({ processed: positionId === 1 ? 2 : 0, depositTimeSec: positionId * 10 })),
    }),
    positionCounts: async (wallets: readonly string[]) => wallets.map((wallet) => (wallet === OWNER ? 2 : 0)),
  } as Partial<Record<keyof DcaVault, unknown>> as DcaVault;
  const [links, fills] = [createLinkRepository({ records, clock }), createFillRepository({ records })];
  const gaps: number[] = [];
  const follow = createFollowVault({
    deployments: { of: async () => ({ vault: VAULT, confirmations: 0, firstBlock: 0 }), executorOf: () => null },
    ...{ records, clock, vaultAt: () => vault, fills, links, tokens: createTokens({ records, clock }) },
    gaps: createGapFinder({ records, links, fills, log: silentLog }),
    onGap: (chainId) => gaps.push(chainId),
    deferred: createDeferredEvents({ records, clock, log: silentLog, tell: unused }),
    positions: {
      ...{ create: async () => ({}) as never, link: async () => {}, unlink: async () => {} },
      look: async (recordId) => void told.push(recordId),
      ...{ read: unused, listOf: unused, claim: unused, askedFor: unused, followChain: unused },
    },
  });
  const linkOf = (positionId: number) => links.find({ chainId: CHAIN_ID, vault: VAULT, wallet: OWNER, positionId });
  return {
    ...{ hidden, gaps, told, linkOf },
    orders: async () => (await fills.listOf({ wallet: OWNER, positionId: 1, limit: 10 })).length,
    waiting: async () => (await records.collection(DEFERRED_EVENTS).scan({ limit: 10 })).rows,
    /** Advances the clock by a minute and the chain by a block, and runs the follower. */
    async minute() {
      nowMs += 60_000;
      head += 1;
      return await follow(CHAIN_ID);
    },
  };
}

test('when all counted events were seen there is no gap', async () => {
  const evaluation = createEvaluationContext();
  for (let n = 0; n < 4; n += 1) await evaluation.minute();
  expect(evaluation.gaps).toEqual([]);
  expect(await evaluation.orders()).toBe(2);
});

test('an order without a seen event is read again, and found', async () => {
  const evaluation = createEvaluationContext();
  evaluation.hidden.add(40);
  await evaluation.minute();
  expect(await evaluation.orders()).toBe(1);
  evaluation.hidden.clear();
  await evaluation.minute();
  expect(await evaluation.orders()).toBe(2);
  expect(evaluation.gaps).toEqual([CHAIN_ID]);
  await evaluation.minute();
  expect(evaluation.gaps).toEqual([CHAIN_ID]);
  expect(await evaluation.waiting()).toEqual([]);
});

test('a position without a seen event is found by its creation time in the vault', async () => {
  const evaluation = createEvaluationContext();
  evaluation.hidden.add(20);
  await evaluation.minute();
  expect(await evaluation.linkOf(2)).toBeNull();
  evaluation.hidden.clear();
  await evaluation.minute();
  expect(await evaluation.linkOf(2)).toMatchObject({ blockNumber: 20 });
});

test('an event that stays missing is postponed, shown to operators, and removed when it is found', async () => {
  const evaluation = createEvaluationContext();
  evaluation.hidden.add(40);
  for (let n = 0; n < 3; n += 1) await evaluation.minute();
  expect(await evaluation.waiting()).toMatchObject([{ kind: 'events-missing', wallet: OWNER, positionId: 1 }]);
  expect(await evaluation.minute()).toMatchObject({ hasDeferred: true });
  evaluation.hidden.clear();
  for (let n = 0; n < 6; n += 1) await evaluation.minute();
  expect(await evaluation.waiting()).toEqual([]);
  expect(await evaluation.orders()).toBe(2);
});
