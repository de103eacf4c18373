import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { createSimulatedTradeSource } from '../../../../src/market/safety/simulated-trade-source.ts';
import type { SafetySource, Scan } from '../../../../src/market/safety/token-safety.ts';
import { createTokenProbe } from '../../../../src/platform/chain/token-probe/create-token-probe.ts';
import { asAddress } from '../../../support/branded.ts';
import { startTestDevnet } from '../../../support/devnet.ts';
import { joinMarket } from '../routes/devnet-market.ts';

let devnet: Devnet;
let market: Awaited<ReturnType<typeof joinMarket>>;
let source: SafetySource;
beforeAll(async () => {
  devnet = await startTestDevnet();
  market = await joinMarket(devnet);
  const { uniswapV3, networks, tokens, chains } = market;
  source = createSimulatedTradeSource({ uniswapV3, networks, tokens, probe: createTokenProbe({ chains }) });
});
afterAll(() => devnet.stop());

const never = new AbortController().signal;
const scan = (symbol: string): Promise<Scan> => source.scan(31337, market.addressOf(symbol), never);

test('tokens with deep pools and plain transfers score 100, whatever their decimals and their way to the native asset', async () => {
  for (const symbol of ['WETH', 'USDC', 'USDX', 'WBTC', 'USDN']) {
    expect([symbol, (await scan(symbol)).score]).toEqual([symbol, 100]);
  }
});

test('a fee on transfer is measured both ways, and costs points', async () => {
  const { score, reason } = await scan('FEE');
  expect(reason).toContain('keeps 200 bps as a tax on buys and 200 bps as a tax on sales');
  // The simulated purchase and sale cost about 4.6 % in total: 0.3 % pool fee and 2 % transfer fee in each direction. The first percent of
  // costs does not lower the score, the rest must.
  expect(score).toBeGreaterThanOrEqual(62);
  expect(score).toBeLessThanOrEqual(66);
});

test('a pool so thin that a hundred dollars move it costs more than that', async () => {
  const { score, reason } = await scan('THIN');
  expect(reason).not.toContain('takes');
  expect(score).toBeLessThanOrEqual(20);
});

test('a token without a pool cannot be scanned, which is no score', async () => {
  expect(await source.scan(31337, asAddress(`0x${'12'.repeat(20)}`), never)).toEqual({
    score: null,
    reason: 'No pool can trade 100 dollars of this token.',
  });
  expect(await source.serves(31337)).toBe(true);
  expect(await source.serves(102)).toBe(false);
});
