import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createPublicClient, http, parseUnits } from 'viem';
import { deployedToken } from '../../../../src/devnet/deployment.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { guardRules, priceRules } from '../../../../src/market/pools/reference-rules.ts';
import { createOnChainSource } from '../../../../src/market/prices/on-chain-source.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { wallClock } from '../../../support/devnet.ts';
import { deployOwnToken, openOwnPairV2, openOwnPool, openOwnPoolV4 } from '../../../support/own-pool.ts';
import { stopSharedDevnet, takeSharedDevnet } from '../../../support/shared-devnet.ts';
import { joinMarket } from '../routes/devnet-market.ts';

// Most of a pair's liquidity may be in Uniswap v2 and v4 pools. The past prices of these pools cannot be read from the chain, so the
// service samples them.

let devnet: Devnet;
let market: Awaited<ReturnType<typeof joinMarket>>;
let calls = 0;
beforeEach(async () => {
  devnet = await takeSharedDevnet();
  market = await joinMarket(devnet, {
    onRpc: () => {
      calls += 1;
    },
  });
});
afterEach(() => devnet.stop());
afterAll(stopSharedDevnet);

const recipient = parseAddress('0x000000000000000000000000000000000000beef');
const side = (symbol: string, usd: string) => ({ ...deployedToken(devnet.deployment, symbol), usd });

async function chainSeconds(): Promise<number> {
  const chain = createPublicClient({ chain: foundry, transport: http(devnet.rpcUrl) });
  return Number((await chain.getBlock()).timestamp);
}

async function later(seconds: number): Promise<void> {
  await devnet.mine((await chainSeconds()) + seconds);
}

/** Advances time minute by minute, and samples the pools' prices in each minute. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await later(60);
    await market.samples.sample();
  }
}

const buy = (token: Address, usd: string) =>
  market.planner.plan({
    ...{ chainId: 31337, tokenIn: market.addressOf('USDC'), tokenOut: token, amountIn: parseUnits(usd, 6), recipient },
    deadlineSec: Math.floor(Date.now() / 1_000) + 3_600,
  });

/**
 * Returns the price by the rules of all chains except the devnet: the average of the last minutes, from pools with half an hour of history.
 */
async function priceOf(address: Address) {
  const { references, networks, tokens } = market;
  const source = createOnChainSource({ log: silentLog, references, networks, tokens, clock: wallClock, rules: () => priceRules(1) });
  const answers = await source.pricesOf([{ chainId: 31337, address, decimals: 18 }], new AbortController().signal);
  return answers.get(tokenKey(31337, address))?.price ?? null;
}

async function ownToken(): Promise<Address> {
  return await deployOwnToken(devnet.rpcUrl, loadArtifact('TestToken'), devnet.deployment.contracts.positionManager);
}

test('samples of the devnet’s pools match the pools', async () => {
  const pair = [market.addressOf('WETH'), market.addressOf('USDC')] as const;
  market.samples.note(31337, [pair], true);
  await market.samples.sample();
  calls = 0;
  await minutes(1);
  // Maximum number of RPC calls for a minute's samples: one for the v2 pairs, two for the v4 pools (their state and their bitmaps), and
  // possibly one `eth_chainId`.
  expect(calls).toBeLessThanOrEqual(4);
  await minutes(31);
  const before = calls;
  const means = market.samples.meansOf(31337, [pair], guardRules(1));
  expect(calls).toBe(before);
  const v3 = await market.references.read((await market.networks.get(31337)) ?? fail(), [pair], guardRules(1));
  const voices = v3.voicesOf(...pair);
  // The pair has six pools. Two are v3 pools, whose past prices are read from the chain. The other four are sampled: one v2 pair, one v4
  // pool, and two v4 pools with the native asset.
  expect([means.length, voices.length]).toEqual([4, 6]);
  const [deepest] = voices.map(({ liquidity }) => liquidity);
  for (const { price } of voices) expect((Number(price.numerator) / Number(price.denominator)) * 1e12).toBeCloseTo(3_000, -1);
  const shares = means.map(({ liquidity }) => Math.round((liquidity / (deepest ?? 0)) * 20)).sort((a, b) => a - b);
  expect(shares).toEqual([1, 4, 16, 16]);
});

function fail(): never {
  throw new Error('The devnet has a network record');
}

describe('a stranger who holds a thin v3 pool at twice the price over the whole window', () => {
  test.each(['v2', 'v4'])('sets no price while the honest liquidity is in %s', async (version) => {
    const token = await ownToken();
    const [honest, wrong] = ['5', '10'].map((usd) => ({ address: token, decimals: 18, usd }));
    if (honest === undefined || wrong === undefined) return fail();
    const own = await openOwnPool(devnet, { sides: [wrong, side('USDC', '1')], fee: 3_000 });
    await own.everywhere('20000');
    if (version === 'v2') await openOwnPairV2(devnet, [honest, side('USDC', '1')], '200000');
    else await openOwnPoolV4(devnet, { sides: [honest, side('USDC', '1')], fee: 3_000, sideUsd: '200000' });
    await later(2_000);
    // At this first buy the service has no samples of the honest pool yet. It therefore cannot compare the prices, and accepts the
    // manipulated price.
    expect(await buy(token, '100')).toMatchObject({ ok: true });
    const before = await priceOf(token);
    expect(Number(before?.usd)).toBeCloseTo(10, 2);
    await minutes(31);
    expect(await buy(token, '100')).toMatchObject({ ok: false, reason: 'price-manipulated' });
    const after = await priceOf(token);
    expect(Number(after?.usd)).toBeCloseTo(5, 2);
    // The price now comes from other pools than before, so its `basis` has changed. Because of that, an exit acts on this price only after
    // it is confirmed.
    expect(after?.basis).not.toBe(before?.basis);
  });
});

describe('a stranger with a pool of his own in v4, at twice the price over the whole window', () => {
  test('sets no price with a claim at one tick', async () => {
    const token = await ownToken();
    const [honest, wrong] = ['5', '10'].map((usd) => ({ address: token, decimals: 18, usd }));
    if (honest === undefined || wrong === undefined) return fail();
    const v3 = await openOwnPool(devnet, { sides: [honest, side('USDC', '1')], fee: 3_000 });
    await v3.everywhere('20000');
    await openOwnPoolV4(devnet, { sides: [wrong, side('USDC', '1')], fee: 500, sideUsd: '50', isAtOneTick: true });
    await later(2_000);
    expect(await buy(token, '100')).toMatchObject({ ok: true });
    await minutes(31);
    const means = market.samples.meansOf(31337, [[token, market.addressOf('USDC')]], guardRules(1));
    expect(means.length).toBe(1);
    expect(await buy(token, '100')).toMatchObject({ ok: true, worseBps: expect.any(Number) });
    expect(Number((await priceOf(token))?.usd)).toBeCloseTo(5, 2);
  });
});
