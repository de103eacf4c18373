import * as v from 'valibot';
import { isAboveZero, maybe, wireInteger, wireNumber, wireTimeMs } from '../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../values/chain-ids.ts';
import { chunksOf } from '../../values/chunks-of.ts';
import type { Clock } from '../../values/clock.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { tokenKey } from '../tokens/token.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';
import { createPriceHttp, type FetchJson } from './price-http.ts';

/** Maximum number of tokens in one request to DefiLlama. The tokens are part of the request's path, which must stay below 4 KB. */
const COINS_AT_ONCE = 60;

/**
 * Maximum accepted age of a price in ms. DefiLlama updates prices every few minutes; an older price means that it no longer tracks the
 * token.
 */
const MAX_AGE_MS = 30 * 60_000;
const SEARCH_WIDTH = '30m';

/**
 * Minimum confidence of a price as reported by DefiLlama, from 0 to 1. Prices from small pools have a lower confidence. A price without a
 * confidence is refused.
 */
const LEAST_CONFIDENCE = 0.9;

/** DefiLlama's names of the chains. Tokens of chains that are not in this list are priced by other sources. */
const SLUGS: ReadonlyMap<number, string> = new Map([
  [1, 'ethereum'],
  [10, 'optimism'],
  [56, 'bsc'],
  [100, 'xdai'],
  [137, 'polygon'],
  [324, 'era'],
  [1101, 'polygon_zkevm'],
  [5000, 'mantle'],
  [8453, 'base'],
  [42161, 'arbitrum'],
  [42220, 'celo'],
  [43114, 'avax'],
  [59144, 'linea'],
  [81457, 'blast'],
  [534352, 'scroll'],
  [SOLANA_CHAIN_ID, 'solana'],
  [TRON_CHAIN_ID, 'tron'],
]);

/**
 * Schema of DefiLlama's reply. The tokens in the reply are parsed one by one, so that an invalid entry does not affect the other tokens.
 */
const replySchema = v.object({ coins: v.record(v.string(), v.unknown()) });
const coinSchema = v.object({
  price: maybe(wireNumber),
  decimals: maybe(wireInteger),
  timestamp: wireTimeMs,
  confidence: maybe(wireNumber),
});

/**
 * Creates a price source that reads prices by chain and address from DefiLlama's `GET /prices/current/{coins}`
 * (https://api-docs.defillama.com), without a key. DefiLlama also has prices of tokens that have no id at the other price sources.
 * @param baseUrl `https://coins.llama.fi`
 */
export function createDefillamaSource(deps: { baseUrl: string; fetch: FetchJson; clock: Clock; timeoutMs?: number }): PriceSource {
  const { clock, timeoutMs = 5_000 } = deps;
  const http = createPriceHttp({ name: 'defillama', baseUrl: deps.baseUrl, fetch: deps.fetch, clock });

  return {
    name: 'defillama',
    maxAgeMs: MAX_AGE_MS,
    timeoutMs,
    isOffChain: true,
    serves: (token) => coinOf(token) !== null,

    async pricesOf(tokens, signal) {
      const coins = [...new Set(tokens.flatMap((token) => coinOf(token) ?? []))];
      const chunks = await Promise.all(chunksOf(coins, COINS_AT_ONCE).map((chunk) => ask(chunk, signal)));
      const byCoin = new Map(chunks.flat());
      return new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), answerOf(token, byCoin.get(coinOf(token) ?? ''))]));
    },
  };

  async function ask(coins: readonly string[], signal: AbortSignal): Promise<[string, Coin][]> {
    const received = await http.get(`/prices/current/${coins.join(',')}?searchWidth=${SEARCH_WIDTH}`, signal);
    if (received.reason !== null) return coins.map((coin) => [coin, noPrice(received.reason)]);
    const reply = v.safeParse(replySchema, received.body);
    return coins.map((coin) => [coin, reply.success ? readCoin(reply.output.coins, coin) : noPrice('upstream-error')]);
  }
}

/** A token's price as read from DefiLlama's reply, before the decimals in the reply are compared with those of the requested token. */
type Coin = PriceAnswer & { readonly decimals?: number };

function readCoin(coins: Readonly<Record<string, unknown>>, name: string): Coin {
  if (!Object.hasOwn(coins, name)) return noPrice('unknown-token');
  const coin = v.safeParse(coinSchema, coins[name]);
  if (!coin.success) return noPrice('upstream-error');
  const { price, decimals, timestamp, confidence } = coin.output;
  if (price == null) return noPrice('unknown-token');
  if (!isAboveZero(price)) return noPrice('not-positive');
  if (Number(confidence ?? 0) < LEAST_CONFIDENCE) return noPrice('not-reliable');
  const said = { usd: price, atMs: timestamp, source: 'defillama' };
  return { price: said, reason: null, ...(decimals == null ? {} : { decimals }) };
}

function answerOf({ decimals }: PricedToken, coin: Coin | undefined): PriceAnswer {
  if (coin === undefined) return noPrice('unknown-token');
  if (coin.price === null) return noPrice(coin.reason);
  // If the decimals differ, DefiLlama and the token list of this service describe different tokens. With DefiLlama's price, an amount could
  // then be wrong by powers of ten.
  if (coin.decimals !== undefined && coin.decimals !== decimals) return noPrice('not-reliable');
  return { price: coin.price, reason: null };
}

/** Returns DefiLlama's name of a token, `<chain>:<address>`; null when DefiLlama cannot have a price of the token. */
export function coinOf({ chainId, address }: Pick<PricedToken, 'chainId' | 'address'>): string | null {
  const slug = SLUGS.get(chainId);
  if (slug === undefined) return null;
  if (!isNative(address)) return `${slug}:${address}`;
  // DefiLlama accepts the zero address for the native asset only on EVM chains, so the native assets of Solana and TRON cannot be
  // requested.
  return chainId === SOLANA_CHAIN_ID || chainId === TRON_CHAIN_ID ? null : `${slug}:${NATIVE_ADDRESS}`;
}
