import { expect, test } from 'bun:test';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import { createFillRepository, type DcaFill } from '../../../../src/features/dca/fill-repository.ts';
import { createFeeSums } from '../../../../src/market/earned-fees/fee-sums.ts';
import { usdOf, valueFees } from '../../../../src/market/earned-fees/value-fees.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { asHash, asUnits } from '../../../support/branded.ts';

const DAY_MS = 86_400_000;
const [vault, usdc, weth, wallet] = ['1', '2', '3', '4'].map((digit) => parseAddress(`0x${digit.repeat(40)}`)) as [
  never,
  never,
  never,
  never,
];
const fee = { chainId: 1, vault, token: usdc };

function open() {
  const clock = { ms: 20_000 * DAY_MS, now: () => clock.ms };
  const records = createMemoryRecordStore({ clock });
  return { clock, records, sums: createFeeSums({ records, clock }) };
}

test('fees that are added at the same time, by two nodes, are all counted', async () => {
  const { records, clock, sums } = open();
  const other = createFeeSums({ records, clock });
  await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? sums : other).add({ ...fee, amount: BigInt(i) })));
  await sums.add({ ...fee, token: weth, amount: 10n ** 30n });
  expect((await sums.all()).toSorted((a, b) => a.fills - b.fills)).toEqual([
    { ...fee, token: weth, total: asUnits(`1${'0'.repeat(30)}`), fills: 1, days: [{ day: 20_000, amount: asUnits(`1${'0'.repeat(30)}`) }] },
    { ...fee, total: asUnits('780'), fills: 40, days: [{ day: 20_000, amount: asUnits('780') }] },
  ]);
});

test('a sum keeps its total and the last 31 days, and never falls below nothing', async () => {
  const { clock, sums } = open();
  for (let day = 0; day < 40; day += 1) {
    await sums.add({ ...fee, amount: 2n });
    clock.ms += DAY_MS;
  }
  await sums.add({ ...fee, amount: -100n });
  const [sum] = await sums.all();
  expect([sum?.total, sum?.fills, sum?.days.length, sum?.days.at(-1)?.amount, sum?.days[0]?.day]).toEqual([
    asUnits('0'),
    39,
    31,
    asUnits('0'),
    20_010,
  ]);
});

test('the fee of an order counts once, and no more when a fork removed the order', async () => {
  const { records, sums } = open();
  const fills = createFillRepository({ records, earned: sums });
  const fill: DcaFill = {
    ...{ chainId: 1, wallet, vault, positionId: 1, txHash: asHash('0xh'), orderIndex: 0, fromToken: usdc, toToken: weth },
    ...{
      amountIn: asUnits('1000'),
      amountOut: asUnits('5'),
      fee: asUnits('10'),
      blockNumber: 7,
      blockHash: asHash('0xb7'),
      executedAtMs: 5,
    },
  };
  const total = async () => (await sums.all()).map((sum) => [sum.token, sum.total, sum.fills]);
  await fills.record(fill);
  await fills.record(fill);
  // The transaction was mined again in another block after a reorg. Its fee must still be counted only once.
  await fills.record({ ...fill, blockHash: asHash('0xb8'), blockNumber: 8 });
  const { fee: _, ...free } = fill;
  await fills.record({ ...free, positionId: 2 });
  expect(await total()).toEqual([[usdc, asUnits('10'), 1]]);
  const [stored] = await fills.inBlocks(1, 8, 8);
  if (stored === undefined) throw new Error('The fill is not stored');
  await fills.takeBack(stored);
  await fills.takeBack(stored);
  expect(await total()).toEqual([[usdc, asUnits('0'), 0]]);
});

test('the fee of an agent’s trade counts once, follows a correction, and goes with a trade that a fork removed', async () => {
  const { records, sums } = open();
  const trades = createTradeRepository({ records, earned: sums });
  const intent = { strategyId: 's', side: 'sell', tokenIn: weth, tokenOut: usdc, amountIn: asUnits('1000'), reason: '' } as const;
  await trades.open('r', { tradeId: 't', intent, startedAtMs: 1 }, { executor: wallet, deadlineSec: 9 });
  const fill = { amountIn: asUnits('1000'), amountOut: asUnits('5'), blockTimeSec: 1 };
  const close = async (paid: string | null, state: 'filled' | 'returned' = 'filled') => {
    const end = { state, fill: state === 'returned' ? null : { ...fill, ...(paid === null ? {} : { fee: asUnits(paid) }) } };
    await trades.close('t', { ...end, txHash: null, reason: null }, { chainId: 1, vault });
    return (await sums.all()).map((sum) => [sum.token, sum.total]);
  };
  expect(await close(null)).toEqual([]);
  expect(await close('10')).toEqual([[weth, asUnits('10')]]);
  expect(await close('10')).toEqual([[weth, asUnits('10')]]);
  expect(await close('7')).toEqual([[weth, asUnits('7')]]);
  expect(await close(null, 'returned')).toEqual([[weth, asUnits('0')]]);
});

test('fees are valued at the prices of now; an unlisted token is shown without a value', async () => {
  const { records, clock, sums } = open();
  const tokens = createTokens({ records, clock });
  await tokens.addMissing([{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6, name: 'USDC', logoURI: '' }]);
  await sums.add({ ...fee, amount: 5_000_000n });
  clock.ms += 29 * DAY_MS;
  await sums.add({ ...fee, amount: 2_000_000n });
  await sums.add({ ...fee, token: weth, amount: 3n });
  clock.ms += DAY_MS;
  await sums.add({ ...fee, amount: 1_000_000n });
  const price = { price: { usd: '0.5', atMs: 1, source: 'test' }, reason: null };
  const prices = { pricesOf: async () => new Map([[tokenKey(1, usdc), price]]) };
  const valued = await valueFees(await sums.all(), { tokens, prices, nowMs: clock.now() });
  expect(usdOf(valued)).toEqual({ todayUsd: '0.5', monthUsd: '1.5', totalUsd: '4' });
  const byAddress = new Map(valued.map(({ token }) => [token.address, token]));
  expect(byAddress.get(usdc)).toEqual({
    ...{ address: usdc, symbol: 'USDC', decimals: 6, fills: 3, amount: '8', priceUsd: '0.5', valueUsd: '4' },
    ...{ earned: '8000000', earnedToday: '1000000', earnedInMonth: '3000000' },
  });
  expect(byAddress.get(weth)).toMatchObject({ symbol: null, earned: '3', amount: null, priceUsd: null, valueUsd: null });
});
