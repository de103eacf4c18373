import * as v from 'valibot';
import { isAboveZero, lenient, wireNumber, wireTimeMs } from '../../platform/http-client/wire.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { chunksOf } from '../../values/chunks-of.ts';
import type { Clock } from '../../values/clock.ts';
import { tokenKey } from '../tokens/token.ts';
import { coingeckoHeaders } from './coingecko-headers.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';
import { createPriceHttp, type FetchJson } from './price-http.ts';

/** Maximum number of token ids in one request to CoinGecko, so that its URL stays well below 8 KB. */
const IDS_AT_ONCE = 100;

/** Maximum accepted age of a price in ms. CoinGecko updates prices about once a minute, but those of thinly traded tokens less often. */
const MAX_AGE_MS = 15 * 60_000;

const quoteSchema = v.object({ usd: wireNumber, last_updated_at: lenient(wireTimeMs) });
/**
 * Schema of CoinGecko's reply. The entries of the reply are parsed one by one, so that an invalid entry (such as a null price) does not
 * affect the other entries.
 */
const replySchema = v.record(v.string(), v.unknown());

/**
 * Creates a price source that reads prices by `coingeckoId` from CoinGecko's `GET /simple/price`
 * (https://docs.coingecko.com/reference/simple-price). The id identifies the token on every chain, so one price is used for all chains.
 * Devnet tokens are not served, because only the devnet's pools determine their prices.
 * @param baseUrl URL with the path, `https://api.coingecko.com/api/v3`; the host determines whether a key is sent in the header of the pro
 * or the demo plan
 */
export function createCoingeckoSource(deps: {
  baseUrl: string;
  apiKey: string | undefined;
  fetch: FetchJson;
  clock: Clock;
  timeoutMs?: number;
}): PriceSource {
  const { apiKey, clock, timeoutMs = 5_000 } = deps;
  const http = createPriceHttp({
    name: 'coingecko',
    baseUrl: deps.baseUrl,
    headers: coingeckoHeaders(deps.baseUrl, apiKey),
    fetch: deps.fetch,
    clock,
  });

  return {
    name: 'coingecko',
    maxAgeMs: MAX_AGE_MS,
    timeoutMs,
    isOffChain: true,
    serves: (token) => token.coingeckoId !== undefined && token.chainId !== DEVNET_CHAIN_ID,

    async pricesOf(tokens, signal) {
      const ids = [...new Set(tokens.flatMap(({ coingeckoId }) => coingeckoId ?? []))];
      const chunks = await Promise.all(chunksOf(ids, IDS_AT_ONCE).map((chunk) => ask(chunk, signal)));
      const byId = new Map(chunks.flat());
      return new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), answerOf(token, byId)]));
    },
  };

  async function ask(ids: readonly string[], signal: AbortSignal): Promise<[string, PriceAnswer][]> {
    const query = new URLSearchParams({ ids: ids.join(','), vs_currencies: 'usd', include_last_updated_at: 'true', precision: 'full' });
    const received = await http.get(`/simple/price?${query}`, signal);
    if (received.reason !== null) return ids.map((id) => [id, noPrice(received.reason)]);
    const reply = v.safeParse(replySchema, received.body);
    return ids.map((id) => [id, reply.success ? quoteOf(reply.output, id) : noPrice('upstream-error')]);
  }

  function quoteOf(reply: Record<string, unknown>, id: string): PriceAnswer {
    if (!Object.hasOwn(reply, id)) return noPrice('unknown-token');
    const quote = v.safeParse(quoteSchema, reply[id]);
    // CoinGecko knows the id but has no price for it: the entry is `{}` or contains null.
    if (!quote.success) return noPrice('unknown-token');
    const { usd, last_updated_at } = quote.output;
    if (!isAboveZero(usd)) return noPrice('not-positive');
    return { price: { usd, atMs: last_updated_at ?? clock.now(), source: 'coingecko' }, reason: null };
  }
}

function answerOf({ coingeckoId }: PricedToken, byId: ReadonlyMap<string, PriceAnswer>): PriceAnswer {
  return (coingeckoId === undefined ? undefined : byId.get(coingeckoId)) ?? noPrice('unknown-token');
}
