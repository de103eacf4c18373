import { beforeEach, describe, expect, test } from 'bun:test';
import { createNetworks, type Networks } from '../../../../src/market/networks/create-networks.ts';
import { createPoolReferences } from '../../../../src/market/pools/create-pool-references.ts';
import { guardRules } from '../../../../src/market/pools/reference-rules.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import type { PriceSource } from '../../../../src/market/prices/price.ts';
import { createOutputGuard } from '../../../../src/market/routes/create-output-guard.ts';
import { createRoutePlanner } from '../../../../src/market/routes/create-route-planner.ts';
import type { RouteSource } from '../../../../src/market/routes/route-source.ts';
import { createUniswapV3RouteSource } from '../../../../src/market/routes/uniswap-v3-route-source.ts';
import { createTokens, type Tokens } from '../../../../src/market/tokens/create-tokens.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { addressOf, createFakeUniswapV3, type FakePool, fakePool } from './fake-uniswap-v3.ts';

const CHAIN = 31337;
const [A, B, WETH, USD, LONE] = [addressOf(0xa1), addressOf(0xb2), addressOf(0xc3), addressOf(0xd4), addressOf(0xe5)];
const VAULT = addressOf(0xff);
const long = (tick: number) => ({ tick, overSeconds: 1_800 });
const clock = { now: () => 1_700_000_000_000 };
const request = { chainId: CHAIN, tokenIn: A, tokenOut: B, amountIn: 10n ** 18n, recipient: VAULT, deadlineSec: 1_800_000_000 };

let networks: Networks;
let tokens: Tokens;
beforeEach(async () => {
  const records = createMemoryRecordStore({ clock });
  networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  tokens = createTokens({ records, clock });
  await tokens.addMissing([A, B].map((address) => ({ chainId: CHAIN, address, symbol: address, decimals: 18, name: '', logoURI: '' })));
  await networks.put({
    id: CHAIN,
    name: 'test',
    show: true,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1'],
    explorerUrl: null,
    contracts: {
      relayer: null,
      dcaVault: null,
      autopilotVault: null,
      multicall3: null,
      wrappedNative: WETH,
      uniswapV2: null,
      uniswapV4: null,
      uniswapV3: { factory: addressOf(1), quoterV2: addressOf(2), swapRouter: addressOf(3), swapRouterVersion: 1 },
    },
    dollarTokens: [USD],
    confirmations: 0,
    launchpad: { enabled: false },
  });
});

const offChain = (usd: Record<string, string>): PriceSource => ({
  name: 'off-chain',
  maxAgeMs: 1_000,
  timeoutMs: 1_000,
  isOffChain: true,
  serves: (token) => token.address in usd,
  pricesOf: async (asked) =>
    new Map(
      asked.map((token) => [
        tokenKey(CHAIN, token.address),
        { price: { usd: usd[token.address] ?? '0', atMs: clock.now(), source: 'off-chain' }, reason: null },
      ]),
    ),
});

function plannerOver(pools: readonly FakePool[], options: { usd?: Record<string, string>; more?: RouteSource[] } = {}) {
  const uniswapV3 = createFakeUniswapV3(pools);
  const { reads } = uniswapV3;
  const prices = createPrices({ sources: [offChain(options.usd ?? {})], clock, log: silentLog });
  const guard = createOutputGuard({
    ...{ networks, prices, tokens, maxQuoteDeviationBps: 300, maxDisagreementBps: 500 },
    references: createPoolReferences({ uniswapV3 }),
    rules: () => guardRules(1),
  });
  const sources = [createUniswapV3RouteSource({ uniswapV3, networks }), ...(options.more ?? [])];
  return { uniswapV3, reads, planner: createRoutePlanner({ sources, guard, minOutputSlippageBps: 100 }) };
}

describe('the best route', () => {
  test('is through the pool of the pair that gives most', async () => {
    const pools = [100, 500, 3000].map((fee) => fakePool(A, B, fee, { tick: fee === 500 ? 200 : 0, mean: long(fee === 500 ? 200 : 0) }));
    const { planner, uniswapV3 } = plannerOver(pools);
    const plan = await planner.plan(request);
    if (!plan.ok) throw new Error(plan.detail);
    expect(plan.route.hops.map((hop) => hop.fee)).toEqual([500]);
    expect(plan.route).toMatchObject({ target: addressOf(3), spender: addressOf(3), source: 'uniswap-v3' });
    expect(uniswapV3.calls).toMatchObject([{ recipient: VAULT, deadlineSec: 1_800_000_000, amountIn: request.amountIn }]);
  });

  test('goes through the wrapped native asset or a dollar where that gives more, or is the only way', async () => {
    const viaWeth = [fakePool(A, WETH, 500, { mean: long(0) }), fakePool(WETH, B, 500, { mean: long(0) })];
    const { planner } = plannerOver([fakePool(A, B, 10_000, { mean: long(0) }), ...viaWeth]);
    const plan = await planner.plan(request);
    expect(plan.ok && plan.route.hops.map((hop) => [hop.tokenIn, hop.tokenOut])).toEqual([
      [A, WETH],
      [WETH, B],
    ]);
    const viaUsd = plannerOver([fakePool(A, USD, 500, { mean: long(0) }), fakePool(USD, B, 500, { mean: long(0) })]);
    expect(await viaUsd.planner.plan(request)).toMatchObject({ ok: true });
  });

  test('requires at most 100 bps less than its quote, rounded up and never 0', async () => {
    const { planner, uniswapV3 } = plannerOver([fakePool(A, B, 500, { mean: long(0) })]);
    const plan = await planner.plan({ ...request, amountIn: 1_000_033n });
    if (!plan.ok) throw new Error(plan.detail);
    expect(plan.route.amountOutMinimum * 10_000n >= plan.route.amountOut * 9_900n).toBe(true);
    expect(uniswapV3.calls[0]?.amountOutMinimum).toBe(plan.route.amountOutMinimum);
  });

  test('ignores pools without liquidity', async () => {
    const { planner } = plannerOver([fakePool(A, B, 500, { liquidity: 0n, mean: long(0) })]);
    expect(await planner.plan(request)).toMatchObject({ ok: false, reason: 'no-route' });
  });

  test.each([
    ['no pool', { tokenOut: LONE }, 'no-route'],
    ['the native asset', { tokenIn: NATIVE_ADDRESS }, 'no-route'],
    ['one token for itself', { tokenOut: A }, 'no-route'],
    ['nothing to swap', { amountIn: 0n }, 'no-route'],
    ['an unknown chain', { chainId: 4242 }, 'chain-not-supported'],
    ['Solana', { chainId: 102 }, 'chain-not-supported'],
  ])('is refused by name: %s', async (_, change, reason) => {
    const { planner } = plannerOver([fakePool(A, B, 500, { mean: long(0) })]);
    expect(await planner.plan({ ...request, ...change })).toMatchObject({ ok: false, reason });
  });

  test('is not called missing when a source is unavailable', async () => {
    const down: RouteSource = {
      name: 'down',
      findRoute: () => Promise.reject(new RetryableError({ code: 'rpc-unavailable', message: 'away' })),
    };
    const without = plannerOver([], { more: [down] });
    expect(without.planner.plan(request)).rejects.toMatchObject({ code: 'rpc-unavailable' });
    const withRoute = plannerOver([fakePool(A, B, 500, { mean: long(0) })], { more: [down] });
    expect(await withRoute.planner.plan(request)).toMatchObject({ ok: true });
  });
});

describe('a quote is compared with the mean price of all pools of the pair', () => {
  test('a pool that was moved by 5 % against the buyer is refused as manipulated', async () => {
    // One tick changes the price by one basis point. At tick -500, token B is about 5 % more expensive than on average (tick 0).
    const { planner } = plannerOver([fakePool(A, B, 500, { tick: -500, mean: long(0) })]);
    expect(await planner.plan(request)).toMatchObject({ ok: false, reason: 'price-manipulated' });
  });

  test('a moved pool is also refused as the second of two hops, in both directions', async () => {
    for (const [tokenIn, tokenOut, tick] of [
      [A, B, 500],
      [B, A, -500],
    ] as const) {
      // In the pool of B and WETH, B is token0, so a higher tick makes B more expensive.
      const { planner } = plannerOver([fakePool(A, WETH, 500, { mean: long(0) }), fakePool(WETH, B, 500, { tick, mean: long(0) })]);
      expect(await planner.plan({ ...request, tokenIn, tokenOut })).toMatchObject({ ok: false, reason: 'price-manipulated' });
    }
  });

  test('a pool that was moved in favour of the buyer is taken', async () => {
    const { planner } = plannerOver([fakePool(A, B, 500, { tick: 500, mean: long(0) })]);
    expect(await planner.plan(request)).toMatchObject({ ok: true, worseBps: 0, reference: { kind: 'pool-average', overSeconds: 1_800 } });
  });

  test('a loss by fees and price impact alone is not called manipulation', async () => {
    const { planner } = plannerOver([fakePool(A, B, 10_000, { tick: -250, mean: long(0) })]);
    expect(await planner.plan(request)).toMatchObject({ ok: false, reason: 'output-below-reference' });
  });

  test('up to 300 bps are allowed, one more is not', async () => {
    // With a fee of 1 bp, a price of 0.9999^n is at most 300 bps below the average for up to 303 ticks, but not for 304.
    const at = async (tick: number) => (await plannerOver([fakePool(A, B, 100, { tick, mean: long(0) })]).planner.plan(request)).ok;
    expect([await at(-303), await at(-304)]).toEqual([true, false]);
  });

  test('a pool of a single person does not outweigh the others', async () => {
    const attacker = { tick: -7_000, mean: long(-7_000) };
    const honest = [500, 3000].map((fee) => fakePool(A, B, fee, { tick: -9_000, mean: long(0) }));
    // The route goes through the attacker's pool, whose price equals its own average. So the check must compare it with the averages of the
    // other pools too.
    const { planner, reads } = plannerOver([...honest, fakePool(A, B, 10_000, attacker)]);
    expect(await planner.plan(request)).toMatchObject({ ok: false, reason: 'price-manipulated' });
    expect(reads).toEqual({ findPools: 2, readPools: 2, payouts: 1 });
  });

  test('a pair with pools of only one person is compared with the paths around it', async () => {
    const own = fakePool(A, B, 10_000, { tick: -7_000, mean: long(-7_000), liquidity: 10n ** 23n });
    const around = [fakePool(A, WETH, 500, { tick: -9_000, mean: long(0) }), fakePool(WETH, B, 500, { tick: 0, mean: long(0) })];
    expect(await plannerOver([own, ...around]).planner.plan(request)).toMatchObject({ ok: false, reason: 'price-manipulated' });
  });

  test.each([
    ['young', { mean: { tick: -7_000, overSeconds: 1_799 }, liquidity: 10n ** 30n }],
    ['without liquidity over the window', { mean: { tick: -7_000, overSeconds: 1_800, liquidity: 1n }, liquidity: 10n ** 30n }],
    ['with all its liquidity at one tick', { mean: long(-7_000), liquidity: 10n ** 30n, around: 10n ** 20n }],
  ])('a pool that is %s has no effect, however much liquidity it reports', async (_, claim) => {
    const pools = [fakePool(A, B, 500, { mean: long(0) }), fakePool(A, B, 10_000, { tick: -7_000, ...claim })];
    expect(await plannerOver(pools).planner.plan(request)).toMatchObject({ ok: true, worseBps: 5 });
    const [, own = pools[0]] = pools;
    if (own === undefined) throw new Error('There are two pools');
    const pushed = [fakePool(A, B, 500, { tick: -9_000, mean: long(0) }), own];
    expect(await plannerOver(pushed).planner.plan(request)).toMatchObject({ ok: false, reason: 'price-manipulated' });
  });
});

describe('off-chain prices and the pools', () => {
  const pools = [fakePool(A, B, 100, { mean: long(0) })];

  test('may be up to 500 bps apart, whichever is higher; beyond it nothing is traded', async () => {
    const reasonAt = async (usd: string) => {
      const plan = await plannerOver(pools, { usd: { [A]: usd, [B]: '2' } }).planner.plan(request);
      return plan.ok ? plan.reference.kind : plan.reason;
    };
    expect(await reasonAt('2.1')).toBe('pool-average');
    expect(await reasonAt('2.1001')).toBe('price-disagreement');
    expect(await reasonAt('1.91')).toBe('pool-average');
    expect(await reasonAt('1.9')).toBe('price-disagreement');
  });

  test('are not compared where one of the tokens has none', async () => {
    expect(await plannerOver(pools, { usd: { [A]: '99' } }).planner.plan(request)).toMatchObject({ ok: true });
  });
});

describe('without a mean price', () => {
  const young = fakePool(A, B, 500, { mean: { tick: 0, overSeconds: 1_799 } });

  test('the off-chain prices of both tokens are the reference', async () => {
    const same = plannerOver([young], { usd: { [A]: '2', [B]: '2' } });
    expect(await same.planner.plan(request)).toMatchObject({ ok: true, reference: { kind: 'price-service', overSeconds: null } });
    const dearer = plannerOver([young], { usd: { [A]: '2.1', [B]: '2' } });
    expect(await dearer.planner.plan(request)).toMatchObject({ ok: false, reason: 'output-below-reference' });
  });

  test('and without those nothing is bought', async () => {
    for (const mean of [undefined, { tick: 0, overSeconds: 1_799 }]) {
      const pool = fakePool(A, B, 500, mean === undefined ? {} : { mean });
      const { planner } = plannerOver([pool], { usd: { [A]: '2' } });
      expect(await planner.plan(request)).toMatchObject({ ok: false, reason: 'no-reference-price' });
    }
  });
});
