import { expect, test } from 'bun:test';
import { withinOwnersBounds } from '../../../../src/features/autopilot/owners-bounds.ts';
import { createPlanTrade } from '../../../../src/features/autopilot/plan-trade.ts';
import { createRecordTrade } from '../../../../src/features/autopilot/record-trade.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import type { TokenBounds, VaultAgent } from '../../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { TradeIntent } from '../../../../src/values/autopilot/outcome.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import type { VaultGuard } from '../../../../src/values/owner-bounds.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';
import { priceGasAt3000 } from '../../../support/free-gas.ts';
import { noFees } from '../../../support/no-fees.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

const [usdc, weth, guardian] = ['b1', 'c1', 'd1'].map((digits) => parseAddress(`0x${digits.repeat(20)}`)) as [
  ReturnType<typeof parseAddress>,
  ReturnType<typeof parseAddress>,
  ReturnType<typeof parseAddress>,
];
const [planned, other] = [parseHash(`0x${'01'.repeat(32)}`), parseHash(`0x${'02'.repeat(32)}`)];
const sale: TradeIntent = { strategyId: 'stop', side: 'sell', tokenIn: weth, tokenOut: usdc, amountIn: asUnits('100'), reason: '' };
const buy: TradeIntent = { ...sale, side: 'buy', tokenIn: usdc, tokenOut: weth };
const nothing: VaultGuard = { guardian: null, pausedBy: null, allPausedBy: null };
const coin = { chainId: 1, name: '', logoURI: '' };
const listed = [
  { ...coin, address: usdc, symbol: 'USDC', decimals: 6 },
  { ...coin, address: weth, symbol: 'WETH', decimals: 18 },
];
const told = async (amount: string) => `${amount} COIN`;
const FREES_SEC = 1_800_000_000;

function vaultWith(change: { guard?: VaultGuard | null; policyHash?: string; soldToday?: bigint; maxPerDay?: bigint } = {}) {
  const { guard = nothing, policyHash = planned, soldToday = 0n, maxPerDay } = change;
  const agent = { agentId: 7, policyHash, ...(guard === null ? {} : { guard }) } as VaultAgent;
  const none = { leastOutX36: null, average: null };
  const sellCap = maxPerDay === undefined ? null : { maxPerDay, soldToday, freesAtSec: FREES_SEC };
  const bounds: TokenBounds = { token: weth, buy: none, sell: none, sellCap };
  return {
    agents: async () => ({ blockTimeSec: 1, agents: [agent] }),
    tokenBounds: async () => [bounds],
  };
}

test('a trade of another policy than the vault’s is not planned, and a trade of an older version uses the current policy', async () => {
  expect(await withinOwnersBounds(vaultWith(), 7, buy, planned, told)).toEqual({
    kind: 'within',
    amountIn: 100n,
    feeBps: 0,
    policyHash: planned,
  });
  expect(await withinOwnersBounds(vaultWith({ policyHash: other }), 7, buy, planned, told)).toMatchObject({ skip: 'policy-hash-mismatch' });
  expect(await withinOwnersBounds(vaultWith({ policyHash: other }), 7, buy, undefined, told)).toMatchObject({ policyHash: other });
});

test('a vault of the version before accepts a trade without a policy hash, and has no bounds', async () => {
  expect(await withinOwnersBounds(vaultWith({ guard: null }), 7, sale, planned, told)).toEqual({
    kind: 'within',
    amountIn: 100n,
    feeBps: 0,
    policyHash: null,
  });
});

test('a pause names who paused', async () => {
  const pausedBy = async (guard: VaultGuard) => await withinOwnersBounds(vaultWith({ guard }), 7, buy, planned, told);
  expect(await pausedBy({ guardian, pausedBy: guardian, allPausedBy: null })).toEqual({
    kind: 'skipped',
    skip: 'paused-on-chain',
    detail: `The agent is paused in the vault by its guardian (${guardian}), until the owner unpauses it.`,
  });
  const all = await pausedBy({ guardian: null, pausedBy: null, allPausedBy: weth });
  expect(all).toMatchObject({ skip: 'paused-on-chain', detail: expect.stringContaining('all agents of the owner are') });
});

test('a sale is reduced to what is left of the cap, and skipped with the numbers when nothing is left; buys do not count', async () => {
  const left = async (soldToday: bigint, intent = sale) =>
    await withinOwnersBounds(vaultWith({ soldToday, maxPerDay: 150n }), 7, intent, planned, told);
  expect(await left(0n)).toMatchObject({ amountIn: 100n });
  expect(await left(90n)).toMatchObject({ amountIn: 60n });
  for (const sold of [150n, 151n]) {
    expect(await left(sold)).toMatchObject({ skip: 'over-sell-cap', detail: expect.stringContaining(`${sold} COIN of 150 COIN are sold`) });
  }
  expect(await left(150n)).toMatchObject({ detail: expect.stringContaining(new Date(FREES_SEC * 1000).toISOString()) });
  expect(await left(150n, buy)).toMatchObject({ amountIn: 100n });
});

test.each([
  ['OutputBelowLimit', ['9500000', '10000000'], 'owner-price-bound', "return 9.5 USDC; the owner's limit price requires 10 USDC."],
  [
    'OutputBelowAverage',
    ['9', '1000000'],
    'owner-price-bound',
    "return 0.000009 USDC; the owner's limit against the pool's average requires 1 USDC.",
  ],
  ['AverageUnavailable', ['0xpool', '600'], 'owner-price-bound', 'no average over 600 seconds'],
  [
    'ExceedsMaxSellPerDay',
    [`${5n * 10n ** 17n}`, '6', `${10n ** 18n}`],
    'over-sell-cap',
    '0.5 WETH were sold in 24 hours. Another 0.000000000000000006 WETH would exceed the limit of 1 WETH',
  ],
  ['PolicyChanged', ['0x01', '0x02'], 'policy-hash-mismatch', "the agent's policy is now 0x02"],
  ['AgentIsPaused', ['7', '0xg'], 'paused-on-chain', 'paused in the vault by 0xg'],
])('a trade that the vault refuses for %s is skipped with the numbers, before it costs gas', async (reason, args, skip, told) => {
  const planTrade = createPlanTrade({
    // Which executor trades for an agent depends on the agent's record. Here only the record `r1` has an executor.
    deployments: { executorOf: (_chainId, recordId) => (recordId === 'r1' ? usdc : null), vaultOf: async () => usdc },
    vaultAt: () =>
      ({
        ...{ ...vaultWith(), address: usdc, timeSec: async () => 1 },
        estimateTrade: async () => {
          throw new TerminalError({ code: 'execution-reverted', message: reason, details: { reason, args } });
        },
      }) as never,
    routes: {
      sell: ownRoutes({
        plan: async () => ({
          ok: true,
          route: { tokenIn: weth, tokenOut: usdc, target: usdc, spender: usdc, data: '0x', amountOut: 9n, amountOutMinimum: 9n },
        }),
      } as never),
    } as never,
    fees: noFees,
    tokens: { find: async (_chainId, address) => listed.find((token) => token.address === address) ?? null },
    hashText: () => planned,
    clock: { now: () => 1 },
  });
  const trade = { tradeId: 't1', intent: sale, startedAtMs: 1 };
  const request = { recordId: 'r1', chainId: 1, link: { vault: usdc, agentId: 7 }, slippageBps: 100, policyHash: planned, trade };
  expect(await planTrade(request)).toEqual({ kind: 'skipped', skip, detail: expect.stringContaining(told) } as never);
});

test('a trade that reverted because of its owner’s action is cancelled and no failure; another revert is a failure', async () => {
  const findingOf = async (reason: string) => {
    const records = createMemoryRecordStore({ clock: { now: () => 1 } });
    const trades = createTradeRepository({ records });
    await trades.open('r1', { tradeId: 't1', intent: sale, startedAtMs: 1 }, { executor: asAddress('0xe'), deadlineSec: 2 });
    const told: string[] = [];
    const record = createRecordTrade({
      ...{
        trades,
        hashText: () => planned,
        log: {} as never,
        tellFill: async () => {},
        gas: { settle: async () => {} },
        priceGas: priceGasAt3000,
      },
      vaultAt: () => ({ eventsOf: async () => null, hasTrade: async () => false }) as never,
      activity: { add: async (key: string) => void told.push(key) } as never,
      notifications: { add: async () => true },
      seen: { note: async () => {} },
    });
    const settled = { outcome: 'reverted', txHash: other, reason } as const;
    const finding = await record({ recordId: 'r1', wallet: usdc, chainId: 1, link: { vault: usdc, agentId: 7 }, tradeId: 't1', settled });
    return [finding.kind, (await trades.get('t1'))?.state, told.length];
  };
  for (const reason of ['PolicyChanged', 'AgentIsPaused', 'AllArePaused', 'AgentInactive']) {
    expect(await findingOf(reason)).toEqual(['returned', 'returned', 0]);
  }
  expect(await findingOf('OutputBelowMinimum')).toEqual(['failed', 'failed', 1]);
});

test('a receipt without a trade that the vault has executed is read again, and is no failure', async () => {
  const records = createMemoryRecordStore({ clock: { now: () => 1 } });
  const trades = createTradeRepository({ records });
  await trades.open('r1', { tradeId: 't1', intent: sale, startedAtMs: 1 }, { executor: asAddress('0xe'), deadlineSec: 2 });
  const record = (hasTrade: boolean) =>
    createRecordTrade({
      ...{
        trades,
        hashText: () => planned,
        log: {} as never,
        tellFill: async () => {},
        gas: { settle: async () => {} },
        priceGas: priceGasAt3000,
      },
      vaultAt: () => ({ eventsOf: async () => ({ events: [], timeSec: 1, feeWei: 1n }), hasTrade: async () => hasTrade }) as never,
      activity: { add: async () => {} } as never,
      seen: { note: async () => {} },
      notifications: { add: async () => true },
    })({
      ...{ recordId: 'r1', wallet: usdc, chainId: 1, link: { vault: usdc, agentId: 7 }, tradeId: 't1' },
      settled: { outcome: 'mined', txHash: other, reason: null },
    });
  await expect(record(true)).rejects.toMatchObject({ kind: 'retryable', code: 'receipt-incomplete' });
  expect(await trades.get('t1')).toMatchObject({ state: 'open' });
  expect(await record(false)).toMatchObject({ kind: 'failed' });
});

test('a trade that the vault has executed is a fill, whatever outcome its sender reports for the last transaction', async () => {
  const records = createMemoryRecordStore({ clock: { now: () => 1 } });
  const trades = createTradeRepository({ records });
  await trades.open('r1', { tradeId: 't1', intent: sale, startedAtMs: 700_000 }, { executor: asAddress('0xe'), deadlineSec: 2 });
  const log = { txHash: other, blockNumber: 5, blockHash: planned };
  const found = { event: { kind: 'trade', amountIn: 100n, amountOut: 7n, log }, timeSec: 701 };
  const asked: number[] = [];
  const told: unknown[] = [];
  const record = (shown: typeof found | null) =>
    createRecordTrade({
      ...{ trades, hashText: () => planned, log: {} as never, gas: { settle: async () => {} }, priceGas: priceGasAt3000 },
      tellFill: async ({ fill, txHash, minedIn }) => void told.push({ fill, txHash, block: minedIn?.blockNumber }),
      vaultAt: () =>
        ({
          ...{ hasTrade: async () => true, agents: async () => ({ agents: [] }) },
          async findTrade(_id: unknown, sinceSec: number) {
            asked.push(sinceSec);
            return shown;
          },
        }) as never,
      activity: {} as never,
      seen: { note: async (_of, { number }) => void told.push(number) },
      notifications: { add: async () => true },
    })({
      ...{ recordId: 'r1', wallet: usdc, chainId: 1, link: { vault: usdc, agentId: 7 }, tradeId: 't1' },
      settled: { outcome: 'refused', txHash: null, reason: 'TradeSeen' },
    });
  await expect(record(null)).rejects.toMatchObject({ kind: 'retryable', code: 'receipt-incomplete' });
  expect(await trades.get('t1')).toMatchObject({ state: 'open' });
  const fill = { amountIn: asUnits('100'), amountOut: asUnits('7'), blockTimeSec: 701 };
  expect(await record(found)).toEqual({ kind: 'filled', fill, txHash: other, chain: null });
  expect(await trades.get('t1')).toMatchObject({ state: 'filled', fill, txHash: other });
  expect(told).toEqual([5, { fill, txHash: other, block: 5 }]);
  expect(asked).toEqual([100, 100]);
});
