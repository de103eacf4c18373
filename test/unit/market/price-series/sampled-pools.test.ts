import { expect, test } from 'bun:test';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import type { PoolReferences } from '../../../../src/market/pools/create-pool-references.ts';
import type { Voice } from '../../../../src/market/pools/weigh-voices.ts';
import { createPriceSeries } from '../../../../src/market/price-series/create-price-series.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { createOnChainSource } from '../../../../src/market/prices/on-chain-source.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { addressOf } from '../routes/fake-uniswap-v3.ts';

// Tests sampled pools of Uniswap v2 and v4, which appear and disappear with this node's samples. When this happens, no exit may be
// triggered by the price of another pool.

const CHAIN = 1;
const MINUTE = 60_000;
const [TOKEN, DOLLAR] = [addressOf(0xa1), addressOf(0xd4)];
const network: EffectiveNetwork = {
  ...{ id: CHAIN, name: 'test', show: true, explorerUrl: null, confirmations: 0, launchpad: { enabled: false }, dollarTokens: [DOLLAR] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ rpcUrls: [], nodeUrls: ['http://127.0.0.1:1'] },
  contracts: {
    ...{ relayer: null, dcaVault: null, autopilotVault: null, multicall3: null, wrappedNative: null, uniswapV2: null, uniswapV4: null },
    uniswapV3: { factory: addressOf(3), quoterV2: addressOf(4), swapRouter: addressOf(5), swapRouterVersion: 1 },
  },
};

const voice = (basis: string, cents: number, liquidity: number): Voice => ({
  ...{ basis, liquidity, overSeconds: 1_800 },
  price: { numerator: BigInt(cents), denominator: 100n },
});
const HONEST = voice('pair of v2', 500, 1e24);
const FALSE = (cents: number) => voice('thin pool of v3', cents, 1e22);

/** Returns the price series of a token that has the given pools in consecutive minutes. */
async function seriesOver(minutes: readonly (readonly Voice[])[]) {
  const clock = { nowMs: Date.UTC(2026, 0, 5), now: () => clock.nowMs };
  const records = createMemoryRecordStore({ clock });
  let voices: readonly Voice[] = [];
  const references: PoolReferences = {
    read: async () => ({ voicesOf: (tokenIn, tokenOut) => (tokenIn === TOKEN && tokenOut === DOLLAR ? voices : []), spotOf: () => null }),
  };
  const dollar = { chainId: CHAIN, address: DOLLAR, symbol: 'USD', decimals: 18, name: 'Dollar', logoURI: '' };
  const tokens = { findMany: async () => new Map([[tokenKey(CHAIN, DOLLAR), dollar]]) };
  const source = createOnChainSource({ references, networks: { get: async () => network }, tokens, clock, log: silentLog });
  const series = createPriceSeries({
    ...{ records, clock, log: silentLog, hadWithinMs: 20_000, onCorrupt: () => undefined },
    prices: createPrices({ sources: [source], clock, log: silentLog, keepMs: 0 }),
    guard: { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 },
  });
  const seen: string[] = [];
  for (const ofMinute of minutes) {
    voices = ofMinute;
    clock.nowMs += MINUTE;
    const token = { chainId: CHAIN, address: TOKEN, decimals: 18, cmcId: 7 };
    const fact = (await series.record([token], clock.nowMs)).get(tokenKey(CHAIN, TOKEN));
    seen.push(fact?.kind === 'price' ? `${fact.usd} ${fact.isTrusted ? 'trusted' : 'doubted'}` : 'none');
  }
  return seen;
}

test('a thin pool is doubtful when another pair disappears for a minute, whether its price is far off or near', async () => {
  for (const [cents, usd] of [
    [1_000, '10'],
    [550, '5.5'],
    [420, '4.2'],
  ] as const) {
    const both = [HONEST, FALSE(cents)];
    expect(await seriesOver([both, [FALSE(cents)], both, both])).toEqual(['5 trusted', `${usd} doubted`, '5 trusted', '5 trusted']);
  }
});

test('a pair that has been sampled for long enough is doubtful at first, and trusted when it stays', async () => {
  const both = [HONEST, FALSE(1_000)];
  expect(await seriesOver([[FALSE(1_000)], both, both])).toEqual(['10 trusted', '5 doubted', '5 trusted']);
});

test('pools that agree appear and disappear without a jump', async () => {
  const other = voice('pool of v4', 510, 2e24);
  expect(await seriesOver([[HONEST], [HONEST, other], [HONEST], [other]])).toEqual([
    '5 trusted',
    '5.1 trusted',
    '5 trusted',
    '5.1 trusted',
  ]);
});

test('pools of one person with the majority together, each smaller than the honest one, count as another source', async () => {
  const many = ['x', 'y', 'z'].map((basis) => voice(basis, 590, 5e23));
  expect(await seriesOver([[HONEST], [HONEST, ...many]])).toEqual(['5 trusted', '5.9 doubted']);
});
