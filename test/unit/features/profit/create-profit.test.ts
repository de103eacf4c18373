import { expect, test } from 'bun:test';
import { createProfit } from '../../../../src/features/profit/create-profit.ts';
import { createReadAgents, createReadPositions } from '../../../../src/features/profit/read-subjects.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { parseHash } from '../../../../src/values/hash.ts';

const WALLET = parseAddress(`0x${'1'.repeat(40)}`);
const VAULT = parseAddress(`0x${'2'.repeat(40)}`);
const USDC = parseAddress(`0x${'3'.repeat(40)}`);
const WETH = parseAddress(`0x${'4'.repeat(40)}`);
const HASH = parseHash(`0x${'5'.repeat(64)}`);
const AT = Date.parse('2026-11-30T10:00:00Z');

const order = (index: number, amountIn: bigint, amountOut: bigint) => ({
  ...{ _id: `fill-${index}`, chainId: 8453, vault: VAULT, positionId: 7, txHash: HASH, fromToken: USDC, toToken: WETH },
  ...{
    amountIn: toBaseUnits(amountIn),
    amountOut: toBaseUnits(amountOut),
    fee: toBaseUnits(10_000n),
    executedAtMs: AT + index * 86_400_000,
    // The native coin cost 3,000 dollars at the first order, and 4,000 at the second one.
    gas: { wei: toBaseUnits(10n ** 14n), nativeUsd: index === 0 ? '3000' : '4000' },
  },
});

function profitWith(usd: { readonly weth: string | null; readonly symbol?: string }) {
  const listed = new Map([
    [tokenKey(8453, USDC), { chainId: 8453, address: USDC, symbol: 'USDC', decimals: 6 }],
    [tokenKey(8453, WETH), { chainId: 8453, address: WETH, symbol: usd.symbol ?? 'WETH', decimals: 18 }],
  ]);
  const price = (text: string | null) => (text === null ? { price: null, reason: 'stale' } : { price: { usd: text }, reason: null });
  return createProfit({
    read: [
      createReadPositions({
        fillsOf: async () => [order(0, 100_000_000n, 5n * 10n ** 16n), order(1, 100_000_000n, 4n * 10n ** 16n)],
        recordsOf: async () => [{ id: 'position-record', chainId: 8453, positionId: 7 }],
      }),
      createReadAgents({
        agentsOf: async () => [{ id: 'agent-record', chainId: 8453, agentId: 3 }],
        filledOf: async () => [
          {
            ...{ _id: 'sale', txHash: HASH, intent: { side: 'sell', tokenIn: WETH, tokenOut: USDC } },
            fill: { amountIn: toBaseUnits(10n ** 16n), amountOut: toBaseUnits(30_000_000n), blockTimeSec: AT / 1_000 + 60 },
          },
          {
            ...{ _id: 'purchase', txHash: HASH, intent: { side: 'buy', tokenIn: USDC, tokenOut: WETH } },
            fill: { amountIn: toBaseUnits(50_000_000n), amountOut: toBaseUnits(2n * 10n ** 16n), blockTimeSec: AT / 1_000 },
          },
        ],
      }),
    ],
    tokens: { findMany: async () => listed as never },
    prices: {
      pricesOf: async () =>
        new Map([
          [tokenKey(8453, USDC), price('1')],
          [tokenKey(8453, WETH), price(usd.weth)],
        ]) as never,
    },
    clock: { now: () => AT },
  });
}

test('a position: what was bought is worth its current price, and is compared with its cost', async () => {
  const { records } = await profitWith({ weth: '3000' }).report(WALLET, { recordId: 'position-record' });
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    ...{ kind: 'position', number: 7, fills: 2, spent: '200', received: '0', fees: '0.02', realised: '0' },
    gas: { native: '0.0002', usd: '0.7', unknownFills: 0 },
    ...{ unrealised: '70', total: '70', usd: { realised: '0', unrealised: '70', total: '70', fees: '0.02' } },
    // All 200 at the first price of 2000 are 0.1 WETH, which are worth 300 now.
    holding: { token: WETH, capital: '200', value: '300', total: '100' },
    days: [
      { day: '2026-11-30', spent: '100', gas: { usd: '0.3' } },
      { day: '2026-12-01', spent: '100', gas: { usd: '0.4' } },
    ],
  });
  expect(records[0]?.tokens[0]).toMatchObject({ held: '0.09', cost: '200', averageCost: '2222.222222', value: '270', unrealised: '70' });
});

test('an agent: its sale realises a gain, whatever the order in which its trades are stored', async () => {
  const { records } = await profitWith({ weth: '3000' }).report(WALLET, { recordId: 'agent-record' });
  expect(records[0]).toMatchObject({ kind: 'agent', spent: '50', received: '30', realised: '5', unrealised: '5', total: '10' });
  expect(records[0]?.gas).toEqual({ native: '0', usd: '0', unknownFills: 2 });
});

test('without a price of a held token, what is not known is null, and what is realised stays', async () => {
  const { records } = await profitWith({ weth: null }).report(WALLET, { recordId: 'agent-record' });
  expect(records[0]).toMatchObject({ realised: '5', unrealised: null, total: null, holding: null, usd: { realised: '5', total: null } });
});

test('a record without a fill of the wallet is not found', async () => {
  expect(profitWith({ weth: '1' }).report(WALLET, { recordId: 'other' })).rejects.toMatchObject({
    code: 'profit-record-not-found',
    status: 404,
  });
  expect((await profitWith({ weth: '1' }).report(WALLET, { chainId: 1 })).records).toEqual([]);
});

test('CSV has a row for each fill, oldest first, and a symbol is never a formula', async () => {
  const text = await profitWith({ weth: '3000', symbol: '=HYPERLINK("x")' }).csv(WALLET, {});
  const [head, ...rows] = text.trimEnd().split('\r\n');
  expect(head).toStartWith('time,kind,record,chain,number,side,token');
  expect(rows).toHaveLength(4);
  expect(rows.map((row) => row.slice(0, 16))).toEqual(['2026-11-30T10:00', '2026-11-30T10:00', '2026-11-30T10:01', '2026-12-01T10:00']);
  expect(rows[0]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(rows[2]).toContain(',sell,');
  expect(rows[2]).toContain(',0.01,USDC,');
  // Received 30, cost 25, gain 5.
  expect(rows[2]).toContain(',30,0,25,5,0,');
  // The gas is in dollars of its time; where it was not recorded, nothing is told.
  expect(head).toEndWith(',gasNative,gasUsd');
  expect(rows.map((row) => row.split(',').slice(-2).join(' '))).toEqual(['0.0001 0.3', ' ', ' ', '0.0001 0.4']);
});
