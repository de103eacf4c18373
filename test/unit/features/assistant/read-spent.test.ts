import { expect, test } from 'bun:test';
import { found } from '../../../../src/features/assistant/lookup/outcome.ts';
import type { ReadAmount } from '../../../../src/features/assistant/lookup/read-amount.ts';
import { createReadSpent } from '../../../../src/features/assistant/lookup/read-spent.ts';
import type { Prices } from '../../../../src/market/prices/create-prices.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import { parseAmount } from '../../../../src/values/parse-amount.ts';

const token = (symbol: string, decimals: number, chainId: number) => ({ symbol, decimals, chainId }) as Token;
const USDC = token('USDC', 6, 1);
const ETH = token('ETH', 18, 10);
const readAmount: ReadAmount = async ({ amount = '0' }, { decimals }) =>
  found({ units: parseAmount(amount, decimals), text: amount, note: null });

function spentWith(prices: Readonly<Record<string, string | null>>) {
  const priceOf: Prices['priceOf'] = async ({ chainId }) => {
    const usd = prices[chainId === ETH.chainId ? 'ETH' : 'USDC'] ?? null;
    const price = usd === null ? null : { usd, atMs: 0, source: 'test' };
    return { price } as Awaited<ReturnType<Prices['priceOf']>>;
  };
  return createReadSpent({ readAmount, prices: { priceOf } });
}

const pair = { from: USDC, to: ETH };
const of = { wallet: null };

test('an amount to spend is taken as it is', async () => {
  const read = spentWith({ USDC: '1', ETH: '2500' });
  expect(await read({ amount: '100' }, pair, of)).toMatchObject({ found: { units: 100_000_000n, note: null, wanted: null } });
});

test('an amount to receive is computed from both prices, with one percent more, and the note says so', async () => {
  const read = spentWith({ USDC: '1', ETH: '2500' });
  const { found: spent } = await read({ amount: '2', amountOf: 'toToken' }, pair, of);
  expect(spent).toMatchObject({ units: 5_050_000_000n, text: '5050', wanted: '2' });
  expect(spent?.note).toBe('for 2 ETH at $2,500.00, USDC at $1.00, and 1 % for fees and changes of the price');
});

test('without a price of one of the tokens, the amount to spend is asked for', async () => {
  for (const prices of [{ USDC: '1' }, { ETH: '2500' }]) {
    const { answer } = await spentWith(prices)({ amount: '2', amountOf: 'toToken' }, pair, of);
    expect(answer?.asks?.missing).toEqual(['amount']);
    expect(answer?.text).toContain('How much USDC do you want to spend?');
  }
});

test('an amount to receive that is worth less than the smallest unit to spend is refused', async () => {
  const read = spentWith({ USDC: '1', ETH: '0.000000000001' });
  expect((await read({ amount: '0.001', amountOf: 'toToken' }, pair, of)).answer?.data.error?.code).toBe('amount-too-small');
});
