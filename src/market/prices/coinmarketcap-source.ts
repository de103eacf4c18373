import * as v from 'valibot';
import { isAboveZero, maybe, wireInteger, wireNumber, wireTimeMs } from '../../platform/http-client/wire.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { chunksOf } from '../../values/chunks-of.ts';
import type { Clock } from '../../values/clock.ts';
import { tokenKey } from '../tokens/token.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';
import { createPriceHttp, type FetchJson } from './price-http.ts';

/** Maximum number of token ids in one request to CoinMarketCap. A call costs one credit per hundred ids. */
const IDS_AT_ONCE = 100;

/** Maximum accepted age of a price in ms. CoinMarketCap updates prices every minute, but those of thinly traded tokens less often. */
const MAX_AGE_MS = 15 * 60_000;

/**
 * CoinMarketCap's error codes for exceeded request limits: per minute, day, month, or IP address (CoinMarketCap's documentation, "Errors
 * and rate limits").
 */
const RATE_ERRORS: ReadonlySet<number> = new Set([1008, 1009, 1010, 1011]);

/** Schema of the field `error_code` of CoinMarketCap's replies. The field is documented as a number, but strings were also observed. */
const errorCode = wireInteger;
const replySchema = v.object({ status: v.object({ error_code: errorCode }), data: v.nullish(v.record(v.string(), v.unknown())) });
const entrySchema = v.object({
  id: wireInteger,
  quote: v.object({ USD: v.object({ price: maybe(wireNumber), last_updated: v.optional(v.unknown()) }) }),
});

/**
 * Creates a price source that reads prices by `cmcId` from CoinMarketCap's `GET /v2/cryptocurrency/quotes/latest`
 * (https://coinmarketcap.com/api/documentation/v1/#operation/getV2CryptocurrencyQuotesLatest). The id identifies the token on every chain.
 * Devnet tokens are not served, because only the devnet's pools determine their prices.
 * @param baseUrl URL with the version, `https://pro-api.coinmarketcap.com/v2`
 */
export function createCoinmarketcapSource(deps: {
  baseUrl: string;
  apiKey: string;
  fetch: FetchJson;
  clock: Clock;
  timeoutMs?: number;
}): PriceSource {
  const { clock, timeoutMs = 5_000 } = deps;
  const http = createPriceHttp({
    name: 'coinmarketcap',
    baseUrl: deps.baseUrl,
    headers: { 'x-cmc_pro_api_key': deps.apiKey },
    fetch: deps.fetch,
    clock,
  });

  return {
    name: 'coinmarketcap',
    maxAgeMs: MAX_AGE_MS,
    timeoutMs,
    isOffChain: true,
    serves: (token) => token.cmcId !== undefined && token.chainId !== DEVNET_CHAIN_ID,

    async pricesOf(tokens, signal) {
      const ids = [...new Set(tokens.flatMap(({ cmcId }) => cmcId ?? []))];
      const chunks = await Promise.all(chunksOf(ids, IDS_AT_ONCE).map((chunk) => ask(chunk, signal)));
      const byId = new Map(chunks.flat());
      return new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), answerOf(token, byId)]));
    },
  };

  async function ask(ids: readonly number[], signal: AbortSignal): Promise<[number, PriceAnswer][]> {
    // Without the parameter `skip_invalid`, one unknown id would make CoinMarketCap refuse the whole request.
    const query = new URLSearchParams({ id: ids.join(','), convert: 'USD', skip_invalid: 'true' });
    const received = await http.get(`/cryptocurrency/quotes/latest?${query}`, signal);
    const all = (answer: PriceAnswer) => ids.map((id): [number, PriceAnswer] => [id, answer]);
    if (received.reason !== null) return all(noPrice(received.reason));
    const reply = v.safeParse(replySchema, received.body);
    if (!reply.success) return all(noPrice('upstream-error'));
    // CoinMarketCap reports some errors with HTTP status 200, so the status inside the reply is checked.
    const { status, data } = reply.output;
    if (RATE_ERRORS.has(status.error_code)) {
      http.rest();
      return all(noPrice('rate-limited'));
    }
    if (status.error_code !== 0 || data == null) return all(noPrice('upstream-error'));
    return ids.map((id) => [id, quoteOf(data, id)]);
  }

  function quoteOf(data: Readonly<Record<string, unknown>>, id: number): PriceAnswer {
    const named = data[String(id)];
    // CoinMarketCap documents a list as an entry only for requests by symbol, but it was also observed in replies to requests by id.
    const entry = v.safeParse(entrySchema, Array.isArray(named) && named.length === 1 ? named[0] : named);
    if (!entry.success || entry.output.id !== id) return noPrice('unknown-token');
    const { price, last_updated } = entry.output.quote.USD;
    // For an inactive or untracked token, the reply contains an entry with a null price.
    if (price == null) return noPrice('unknown-token');
    if (!isAboveZero(price)) return noPrice('not-positive');
    const updated = v.safeParse(maybe(wireTimeMs), last_updated);
    if (!updated.success) return noPrice('upstream-error');
    return { price: { usd: price, atMs: updated.output ?? clock.now(), source: 'coinmarketcap' }, reason: null };
  }
}

function answerOf({ cmcId }: PricedToken, byId: ReadonlyMap<number, PriceAnswer>): PriceAnswer {
  return (cmcId === undefined ? undefined : byId.get(cmcId)) ?? noPrice('unknown-token');
}
