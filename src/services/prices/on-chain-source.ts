import type { PoolState, UniswapV3, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import type { Clock } from '../../values/clock.ts';
import { isNative } from '../../values/native.ts';
import { compareRationals, formatRational, multiplyRationals, type Rational } from '../../values/rational.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { priceFrom, sqrtPriceAtTick } from '../pools/tick-math.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';

type Deps = {
  uniswapV3: UniswapV3;
  networks: Networks;
  tokens: Tokens;
  clock: Clock;
  /**
   * Seconds that prices are averaged over, by chain; 0 takes the price of the moment. An average cannot be moved by one block's
   * swaps; the price of the moment follows at once.
   */
  averageSeconds: (chainId: number) => number;
  timeoutMs?: number;
};

/** One pool that prices `token` in `quote`, and how much of `quote` it holds. */
type Candidate = { readonly pool: UniswapV3Pool; readonly state: PoolState; readonly quote: Address; readonly depth: bigint };

/** What a pool must hold of the other side for its price to count: an empty one can be moved for nothing. */
const LEAST_DEPTH_USD: Rational = { numerator: 100n, denominator: 1n };

/** Digits behind the point of a price that is written out. */
const FRACTION_DIGITS = 30;

/**
 * Prices from Uniswap v3 pools: of the deepest pool against a dollar token, or else against the wrapped native asset and that
 * one's deepest pool. A dollar token is worth one dollar by definition here, so a lost peg is not seen. It alone serves the devnet.
 * The time of such a price is that of reading it.
 */
export function createOnChainSource(deps: Deps): PriceSource {
  const { networks, clock, timeoutMs = 5_000 } = deps;
  return {
    name: 'on-chain',
    maxAgeMs: 120_000,
    timeoutMs,
    isOffChain: false,
    serves: (token) => isEvmChain(token.chainId),

    async pricesOf(tokens) {
      const answers = new Map<string, PriceAnswer>();
      for (const [chainId, ofChain] of Map.groupBy(tokens, (token) => token.chainId)) {
        const network = await networks.get(chainId);
        const usdOf = network === null || !canRead(network) ? null : await readDollarPrices(deps, network, ofChain);
        for (const token of ofChain) {
          const usd = usdOf?.get(onChainAddress(network, token));
          answers.set(tokenKey(token.chainId, token.address), answerOf(usdOf, usd, token, clock.now()));
        }
      }
      return answers;
    },
  };
}

function answerOf(usdOf: object | null, perBaseUnit: Rational | undefined, token: PricedToken, atMs: number): PriceAnswer {
  if (usdOf === null) return noPrice('no-source');
  if (perBaseUnit === undefined) return noPrice('unknown-token');
  const usd = formatRational(
    multiplyRationals(perBaseUnit, { numerator: 10n ** BigInt(token.decimals), denominator: 1n }),
    FRACTION_DIGITS,
  );
  return { price: { usd: usd.replace(/\.?0+$/, ''), atMs, source: 'on-chain' }, reason: null };
}

/** A chain that we have no endpoint for cannot be asked; that is no failure. */
function canRead({ contracts, nodeUrls }: EffectiveNetwork): boolean {
  return contracts.uniswapV3 !== null && nodeUrls.length > 0;
}

function onChainAddress(network: EffectiveNetwork | null, { address }: PricedToken): string {
  return isNative(address) ? (network?.contracts.wrappedNative ?? address) : address.toLowerCase();
}

/** Dollars for one base unit, by address. */
async function readDollarPrices(
  deps: Deps,
  network: EffectiveNetwork,
  asked: readonly PricedToken[],
): Promise<ReadonlyMap<string, Rational>> {
  const dollars = await dollarPrices(deps.tokens, network);
  const wrappedNative = network.contracts.wrappedNative;
  const wanted = [...new Set(asked.map((token) => onChainAddress(network, token)))]
    .filter(isAddress)
    .filter((token) => !dollars.has(token));
  const hubs = [...dollars.keys(), ...(wrappedNative === null ? [] : [wrappedNative])];
  const priced = wrappedNative === null ? wanted : [...new Set([...wanted, wrappedNative])];
  const candidates = await readCandidates(deps, network, priced, hubs);
  const prices = new Map<Address, Rational>(dollars);
  for (const token of priced) {
    const best = deepest(candidates, token, dollars);
    if (best !== undefined && !prices.has(token)) prices.set(token, throughPool(token, best, prices));
  }
  const nativePrice = wrappedNative === null ? undefined : prices.get(wrappedNative);
  if (wrappedNative === null || nativePrice === undefined) return prices;
  for (const token of wanted) {
    const best = prices.has(token) ? undefined : deepest(candidates, token, new Map([[wrappedNative, nativePrice]]));
    if (best !== undefined) prices.set(token, throughPool(token, best, prices));
  }
  return prices;
}

async function dollarPrices(tokens: Tokens, { id, dollarTokens }: EffectiveNetwork): Promise<Map<Address, Rational>> {
  const found = await tokens.findMany(dollarTokens.map((address) => ({ chainId: id, address })));
  return new Map(
    dollarTokens.filter(isAddress).flatMap((address) => {
      const token = found.get(tokenKey(id, address));
      return token === undefined ? [] : [[address, { numerator: 1n, denominator: 10n ** BigInt(token.decimals) }] as const];
    }),
  );
}

async function readCandidates(
  { uniswapV3, averageSeconds }: Deps,
  { id, contracts }: EffectiveNetwork,
  tokens: readonly Address[],
  hubs: readonly Address[],
): Promise<readonly Candidate[]> {
  if (contracts.uniswapV3 === null || tokens.length === 0) return [];
  const pairs = tokens.flatMap((token) => hubs.filter((hub) => hub !== token).map((hub): [Address, Address] => [token, hub]));
  const pools = await uniswapV3.findPools(id, contracts.uniswapV3, pairs);
  const isHub = new Set(hubs);
  // A pool of two hubs prices either in the other.
  const sides = pools.flatMap((pool) => [pool.token0, pool.token1].filter((token) => isHub.has(token)).map((quote) => ({ pool, quote })));
  const seconds = averageSeconds(id);
  const [states, depths] = await Promise.all([
    uniswapV3.readPools(
      id,
      sides.map(({ pool }) => pool.address),
      Math.max(seconds, 1),
    ),
    uniswapV3.balances(
      id,
      sides.map(({ pool, quote }) => ({ token: quote, holder: pool.address })),
    ),
  ]);
  return sides.flatMap(({ pool, quote }, index) => {
    const state = states[index];
    const depth = depths[index];
    if (state == null || depth == null || state.sqrtPriceX96 === 0n || state.liquidity === 0n) return [];
    return [{ pool, quote, depth, state: seconds === 0 ? { ...state, mean: null } : state }];
  });
}

/** The pool that holds most dollars' worth of something whose price is known. */
function deepest(candidates: readonly Candidate[], token: Address, quotes: ReadonlyMap<Address, Rational>): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly usd: Rational } | undefined;
  for (const candidate of candidates) {
    const quotePrice = quotes.get(candidate.quote);
    const isOfToken = candidate.pool.token0 === token || candidate.pool.token1 === token;
    if (quotePrice === undefined || !isOfToken || candidate.quote === token) continue;
    const usd = multiplyRationals({ numerator: candidate.depth, denominator: 1n }, quotePrice);
    if (compareRationals(usd, LEAST_DEPTH_USD) >= 0 && (best === undefined || compareRationals(usd, best.usd) > 0))
      best = { candidate, usd };
  }
  return best?.candidate;
}

function throughPool(token: Address, { state, quote }: Candidate, prices: ReadonlyMap<Address, Rational>): Rational {
  const sqrtPrice = state.mean === null ? state.sqrtPriceX96 : sqrtPriceAtTick(state.mean.tick);
  return multiplyRationals(priceFrom(token, quote, sqrtPrice), prices.get(quote) ?? { numerator: 0n, denominator: 1n });
}
