import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { guardRules } from '../../../../src/market/pools/reference-rules.ts';
import { createOnChainSource } from '../../../../src/market/prices/on-chain-source.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { NATIVE_SENTINELS } from '../../../../src/values/native.ts';
import { asAddress } from '../../../support/branded.ts';
import { startTestDevnet, wallClock } from '../../../support/devnet.ts';
import { joinMarket } from '../routes/devnet-market.ts';

let devnet: Devnet;
let market: Awaited<ReturnType<typeof joinMarket>>;
beforeAll(async () => {
  devnet = await startTestDevnet();
  market = await joinMarket(devnet);
});
afterAll(() => devnet.stop());

async function usdOf(symbol: string): Promise<number> {
  const token = await market.tokens.find(31337, market.addressOf(symbol));
  if (token === null) throw new Error(`${symbol} is not a token of the devnet`);
  const { price, reason } = await market.prices.priceOf(token);
  if (price === null) throw new Error(`${symbol} has no price: ${reason}`);
  return Number(price.usd);
}

test('every devnet token has the price that its pools were opened at, whatever its decimals', async () => {
  const expected: Record<string, number> = { WETH: 3000, USDC: 1, USDX: 1, WBTC: 60_000, THIN: 5, FEE: 2, USDN: 1 };
  for (const [symbol, usd] of Object.entries(expected)) expect(Math.abs((await usdOf(symbol)) / usd - 1)).toBeLessThan(0.0001);
});

test('the native asset is worth what its wrapped form is, under each sentinel', async () => {
  const asked = NATIVE_SENTINELS.map((address) => ({ chainId: 31337, address, decimals: 18 }));
  const answers = await market.prices.pricesOf(asked);
  for (const { address } of asked) expect(Number(answers.get(tokenKey(31337, address))?.price?.usd)).toBeCloseTo(3000, 0);
});

test('a token without a pool, or a chain without an endpoint, has no price and says why', async () => {
  const stranger = { chainId: 31337, address: asAddress(`0x${'12'.repeat(20)}`), decimals: 18 };
  expect(await market.prices.priceOf(stranger)).toEqual({ price: null, reason: 'unknown-token' });
  expect(await market.prices.priceOf({ ...stranger, chainId: 1 })).toEqual({ price: null, reason: 'no-source' });
  expect(await market.prices.priceOf({ ...stranger, chainId: 102 })).toEqual({ price: null, reason: 'no-source' });
});

test('the price of the moment follows a move at once, an average does not', async () => {
  const { references, networks, tokens } = market;
  await devnet.movePrice('WETH', '3600');
  expect(await usdOf('WETH')).toBeCloseTo(3600, 0);
  const averaged = createOnChainSource({ log: silentLog, references, networks, tokens, clock: wallClock, rules: () => guardRules(31337) });
  const weth = { chainId: 31337, address: market.addressOf('WETH'), decimals: 18 };
  const answers = await averaged.pricesOf([weth], new AbortController().signal);
  expect(Number(answers.get(tokenKey(31337, weth.address))?.price?.usd)).toBeLessThan(3100);
});
