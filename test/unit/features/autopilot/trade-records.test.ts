import { expect, test } from 'bun:test';
import { createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import { createReconcileTrades } from '../../../../src/features/autopilot/reconcile-trades.ts';
import { createFillSubscriber } from '../../../../src/features/autopilot/record-trade.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import type { AutopilotVault } from '../../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';

const clock = { now: () => 1 };
const usdc = parseAddress(`0x${'b1'.repeat(20)}`);
const weth = parseAddress(`0x${'c1'.repeat(20)}`);
const intent = { strategyId: 'dca', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('10'), reason: 'Its run.' } as const;
const fill = { amountIn: asUnits('10'), amountOut: asUnits('3'), blockTimeSec: 100 };

const LATER_MS = 110_000;

type SubscriberDeps = Parameters<typeof createFillSubscriber>[0];

function openSubscriber(
  tokens: SubscriberDeps['tokens'] = { find: async () => null },
  notifications: SubscriberDeps['notifications'] = { add: async () => true },
) {
  const activity = createActivityRepository({ records: createMemoryRecordStore({ clock }) });
  const tellFill = createFillSubscriber({
    activity,
    notifications,
    tokens,
    prices: { priceOf: () => new Promise(() => {}) },
    nowMs: () => LATER_MS,
    withinMs: 5,
  });
  return { activity, tellFill };
}

const told = {
  recordId: 'r1',
  wallet: asAddress('0xa'),
  chainId: 1,
  agentId: 7,
  tradeId: 't1',
  intent,
  txHash: asHash('0xh'),
  startedAtMs: 105_000,
};

test('a fill is reported in time, without its value, while price sources hang', async () => {
  const token = { address: usdc, chainId: 1, symbol: 'USDC', decimals: 6, name: 'USDC', logoURI: '' };
  const { activity, tellFill } = openSubscriber({ find: async () => token });
  await tellFill({ ...told, fill });
  const { items } = await activity.list('r1', { limit: 10 });
  expect(items).toHaveLength(1);
  expect(items[0]).not.toHaveProperty('usd');
});

test('a fill with a fee shows it in the feed and in the notification, and one without shows none', async () => {
  const added: { message: string; data: object }[] = [];
  const token = { address: usdc, chainId: 1, symbol: 'USDC', decimals: 6, name: 'USDC', logoURI: '' };
  const notifications = { add: async (_: string, note: never) => added.push(note) > 0 };
  const { activity, tellFill } = openSubscriber({ find: async (_, address) => (address === usdc ? token : null) }, notifications);
  await tellFill({ ...told, fill: { ...fill, amountIn: asUnits('10000000'), fee: asUnits('35000') } });
  await tellFill({ ...told, tradeId: 't2', fill });
  const { items } = await activity.list('r1', { limit: 10 });
  expect(items.map((item) => ('fee' in item ? item.fee : null)).toSorted()).toEqual(['35000', null]);
  expect(added.map(({ message, data }) => [message.includes('(fee 0.035 USDC)'), 'fee' in data])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test.each([
  ['behind ours', 103, 105_000],
  ['as ours', 107, 107_000],
  ['ahead of ours', 120, LATER_MS],
])('a fill on a chain whose clock is %s is listed between its cause and later events', async (_, blockTimeSec, atMs) => {
  const { activity, tellFill } = openSubscriber();
  const about = { recordId: 'r1', strategyId: null, reason: 'The wallet.', data: {} } as const;
  await activity.add('resume', { ...about, atMs: 104_000, kind: 'resume' });
  await tellFill({ ...told, fill: { ...fill, blockTimeSec } });
  await activity.add('after', { ...about, atMs: LATER_MS + 1, kind: 'protection' });
  const { items } = await activity.list('r1', { limit: 10 });
  expect(items.map(({ kind }) => kind)).toEqual(['protection', 'trade', 'resume']);
  expect(items[1]?.at).toBe(new Date(atMs).toISOString());
});

test('an agent that was restored to a state before its link waits for its open trades, and counts their fills', async () => {
  const trades = createTradeRepository({ records: createMemoryRecordStore({ clock }) });
  for (const tradeId of ['t1', 't2'])
    await trades.open('r1', { tradeId, intent, startedAtMs: 1 }, { executor: asAddress('0xe'), deadlineSec: 200 });
  await trades.close('t1', { state: 'filled', fill, txHash: asHash('0xh'), reason: null });
  let timeSec = 150;
  const vault: Pick<AutopilotVault, 'timeSec' | 'hasTrade'> = { timeSec: async () => timeSec, hasTrade: async () => false };
  const reconcile = createReconcileTrades({
    vaultAt: () => vault as AutopilotVault,
    deployments: { vaultOf: async () => parseAddress(`0x${'f1'.repeat(20)}`) },
    trades,
    hashText: () => parseHash(`0x${'01'.repeat(32)}`),
  });
  const agent = { recordId: 'r1', chainId: 31337, link: null };
  await expect(reconcile(agent)).rejects.toMatchObject({ code: 'trade-still-open' });
  timeSec = 261;
  expect(await reconcile(agent)).toEqual({ fills: [{ intent, fill }], chain: null });
});
