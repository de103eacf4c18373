import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Hex, maxUint256, parseUnits } from 'viem';
import { gasAround } from '../../../../src/features/quotes/gas-of-trade.ts';
import { onChainProviders } from '../../../../src/features/quotes/on-chain-providers.ts';
import type { QuoteProvider, QuoteRequest } from '../../../../src/features/quotes/provider.ts';
import { metaTransactionFor, metaTransactionFromJson } from '../../../../src/features/relayer/meta-transaction.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { wallClock } from '../../../support/devnet.ts';
import { joinMarket } from '../../market/routes/devnet-market.ts';
import { alice, CHAIN_ID, carol, createRelayerFixture, type RelayerFixture } from '../relayer/relayer-fixture.ts';

const signal = new AbortController().signal;
const decimals: Record<string, number> = { ETH: 18, WETH: 18, USDC: 6, USDX: 18, WBTC: 8, USDN: 6, FEE: 18, THIN: 18 };

let f: RelayerFixture;
let market: Awaited<ReturnType<typeof joinMarket>>;
let providers: ReadonlyMap<string, QuoteProvider>;
beforeAll(async () => {
  f = await createRelayerFixture();
  market = await joinMarket(f.devnet);
  const { chains, networks } = market;
  const entries = onChainProviders({ chains, networks, clock: wallClock });
  providers = new Map(entries.flatMap(({ traits, provider }) => (provider === null ? [] : [[traits.name, provider] as const])));
  for (const symbol of Object.keys(decimals)) if (symbol !== 'ETH') await f.approve(alice, f.token(symbol), maxUint256);
}, 120_000);
afterAll(async () => await f.devnet.stop());

function providerOf(name: string): QuoteProvider {
  const provider = providers.get(name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

function requestOf(from: string, to: string, amount: string): QuoteRequest {
  const token = (symbol: string) => ({
    ...{ address: f.token(symbol), chainId: CHAIN_ID, symbol, name: symbol, logoURI: '', order: 0 },
    decimals: decimals[symbol] ?? 18,
  });
  return {
    ...{ kind: 'swap', from: token(from), to: token(to), amountIn: parseUnits(amount, decimals[from] ?? 18), slippageBps: 50 },
    ...{ sender: f.relayer, recipient: carol, wallet: alice.address, isBuildable: true },
  };
}

/**
 * Requests a quote, builds the trade, and sends it through the Relayer.
 * @returns the quote, the amount that arrived, and the gas that was used as a share of the estimate
 */
async function trade(name: string, from: string, to: string, amount: string) {
  const provider = providerOf(name);
  const request = requestOf(from, to, amount);
  expect(provider.supports(request)).toBe(true);
  const quote = await provider.quote(request, signal);
  const build = await provider.build(request, quote, signal);
  if (build.kind !== 'transaction') throw new Error('no transaction');
  expect<string | null>(build.to).toBe(quote.target);
  const { timestamp } = await f.client.getBlock();
  const json = metaTransactionFor(
    {
      ...{ chainId: CHAIN_ID, relayer: f.relayer, from: alice.address, recipient: carol },
      ...{
        fromToken: parseAddress(request.from.address),
        amountIn: request.amountIn,
        toToken: parseAddress(request.to.address),
        amountOutMin: build.amountOutMin,
      },
      ...{ target: build.to, spender: build.spender ?? build.to, data: build.data, value: build.value },
      sendValue: build.value,
    },
    { nonce: BigInt(Math.floor(performance.now() * 1_000_000)), deadline: Number(timestamp) + 600 },
  );
  const held = await f.balance(f.token(to), carol);
  const event = await f.execute(metaTransactionFromJson(json));
  const { gasUsed } = await f.client.getBlock();
  const estimated = (quote.gas ?? 0n) + gasAround({ request, relayer: f.relayer }, null);
  const received = (await f.balance(f.token(to), carol)) - held;
  expect(event.amountOut).toBe(received);
  expect(event.amountIn).toBe(request.amountIn);
  for (const token of [from, to]) expect(await f.balance(f.token(token), f.relayer)).toBe(0n);
  return { quote, received, gasShare: Number(gasUsed) / Number(estimated) };
}

const trades = [
  ['USDC', 'WBTC', '250', '6 into 8 decimals'],
  ['WBTC', 'USDX', '0.01', '8 into 18 decimals, in two hops'],
  ['USDX', 'USDN', '75.5', '18 into 6 decimals, in two hops, out to a token like USDT'],
  ['USDN', 'USDC', '40', 'from a token like USDT'],
  ['ETH', 'USDC', '0.7', 'from the native asset'],
  ['USDC', 'ETH', '900', 'to the native asset'],
  ['ETH', 'WBTC', '1', 'from the native asset in two hops or one'],
  ['WBTC', 'ETH', '0.002', 'to the native asset in two hops or one'],
  ['WETH', 'USDC', '0.2', 'from its wrapped form'],
] as const;

describe.each(['uniswap-v2', 'uniswap-v3', 'uniswap-v4'])('%s', (name) => {
  test.each(trades)('%s to %s: %s is quoted, built, and arrives as quoted (%s)', async (from, to, amount) => {
    const { quote, received, gasShare } = await trade(name, from, to, amount);
    expect(received).toBe(quote.amountOut);
    expect(received >= quote.amountOutMin && quote.amountOutMin > 0n).toBe(true);
    // The estimate is that of the whole transaction. A pool uses less gas after its first trade, and Uniswap v2 is not measured at all.
    expect(gasShare).toBeWithin(0.75, 1.3);
    expect(quote.spender).toBe(from === 'ETH' ? null : quote.target);
  });

  test('a token that takes a fee on transfer is never a wrong success: what does not arrive is refused', async () => {
    await expect(trade(name, 'USDC', 'FEE', '20')).rejects.toThrow('reverted');
    await expect(trade(name, 'FEE', 'USDC', '20')).rejects.toThrow('reverted');
  });

  test('a trade that the provider does not offer is refused by name', async () => {
    const reasonOf = async (request: QuoteRequest) => {
      const failure = await providerOf(name)
        .quote(request, signal)
        .then(
          () => null,
          (error: unknown) => error,
        );
      return failure instanceof ProviderFailure ? failure.reason : failure;
    };
    const request = requestOf('USDC', 'WETH', '1');
    expect(await reasonOf(requestOf('ETH', 'WETH', '1'))).toBe('unsupported');
    expect(await reasonOf({ ...request, to: { ...request.to, address: carol } })).toBe('no-route');
    expect(await reasonOf({ ...request, from: { ...request.from, chainId: 1 }, to: { ...request.to, chainId: 1 } })).toBe('unsupported');
    expect(providerOf(name).supports({ ...request, to: { ...request.to, chainId: 10 } })).toBe(false);
    expect(providerOf(name).supports({ ...request, kind: 'bridge' })).toBe(false);
  });

  test('a build is refused when the price moved so that the pools give less than quoted', async () => {
    const request = requestOf('USDC', 'THIN', '50');
    const provider = providerOf(name);
    const quote = await provider.quote(request, signal);
    const build = await provider.build(request, { ...quote, amountOutMin: quote.amountOut + 1n }, signal);
    if (build.kind !== 'transaction') throw new Error('no transaction');
    await f.approve(alice, f.token('USDC'), maxUint256);
    const metaTx = await f.metaTx({ amountIn: request.amountIn, toToken: f.token('THIN'), target: f.payer, spender: f.payer });
    const sent = { ...metaTx, target: parseAddress(build.to), spender: parseAddress(build.spender ?? build.to), data: hexOf(build.data) };
    expect(await f.refusal(sent)).not.toBe('success');
    expect(await f.refusal({ ...sent, data: hexOf((await built(provider, request, quote)).data) })).toBe('success');
  });
});

async function built(provider: QuoteProvider, request: QuoteRequest, quote: Awaited<ReturnType<QuoteProvider['quote']>>) {
  const build = await provider.build(request, quote, signal);
  if (build.kind !== 'transaction') throw new Error('no transaction');
  return build;
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}

test('the best provider depends on the pair: only v4 has pools of the native asset', async () => {
  expect(f.token('ETH')).toBe(NATIVE_ADDRESS);
  const quotes = await Promise.all([...providers.values()].map((provider) => provider.quote(requestOf('USDC', 'ETH', '100'), signal)));
  const [v2, v3, v4] = quotes.map((quote) => quote.amountOut);
  expect(new Set([v2, v3, v4]).size).toBe(3);
});

test('a price that was moved on the devnet shows in all of them', async () => {
  const quotesOf = async (from: string, to: string, amount: string) =>
    await Promise.all(
      [...providers.values()].map(async (provider) => (await provider.quote(requestOf(from, to, amount), signal)).amountOut),
    );
  const isNear = (amount: bigint, dollars: number) => Math.abs(Number(amount) / 1e6 / dollars - 1) < 0.015;
  for (const usd of ['66000', '51000']) {
    await f.devnet.movePrice('WBTC', usd);
    for (const amount of await quotesOf('WBTC', 'USDC', '0.01')) expect(isNear(amount, Number(usd) / 100)).toBe(true);
  }
  for (const usd of ['2500', '3300']) {
    await f.devnet.movePrice('WETH', usd);
    for (const amount of await quotesOf('ETH', 'USDC', '0.1')) expect(isNear(amount, Number(usd) / 10)).toBe(true);
  }
});
