import * as v from 'valibot';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import type { Clock } from '../../values/clock.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { tokenKey } from '../tokens/token.ts';
import { type NoPriceReason, noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';

/** The part of `fetch` that is used. */
export type FetchJson = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** Ids in one request: keeps its URL well under 8 KB. */
const IDS_AT_ONCE = 100;

/** CoinGecko refreshes about once a minute; thinly traded tokens later. */
const MAX_AGE_MS = 15 * 60_000;

/** After a 429 that does not say how long. */
const DEFAULT_BACK_OFF_MS = 60_000;
const MOST_BACK_OFF_MS = 15 * 60_000;

const quoteSchema = v.object({ usd: v.pipe(v.number(), v.finite()), last_updated_at: v.nullish(v.number()) });
/** Entries are parsed one by one: one that is odd (a null price, say) does not spoil the rest. */
const replySchema = v.record(v.string(), v.unknown());

/**
 * Prices by `coingeckoId` from CoinGecko's `GET /simple/price` (https://docs.coingecko.com/reference/simple-price). The id is the
 * token's identity there, so one price serves it on every chain. Devnet tokens are left to the on-chain source: they are worth
 * what their pools say.
 * @param baseUrl with the path, `https://api.coingecko.com/api/v3`; a key goes into the header of the pro or the demo plan by host
 */
export function createCoingeckoSource(deps: {
  baseUrl: string;
  apiKey: string | undefined;
  fetch: FetchJson;
  clock: Clock;
  timeoutMs?: number;
}): PriceSource {
  const { apiKey, fetch, clock, timeoutMs = 5_000 } = deps;
  const baseUrl = deps.baseUrl.replace(/\/+$/, '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (apiKey !== undefined) headers[new URL(baseUrl).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'] = apiKey;
  let silentUntilMs = 0;

  return {
    name: 'coingecko',
    maxAgeMs: MAX_AGE_MS,
    timeoutMs,
    isOffChain: true,
    serves: (token) => token.coingeckoId !== undefined && token.chainId !== DEVNET_CHAIN_ID,

    async pricesOf(tokens, signal) {
      const ids = [...new Set(tokens.flatMap(({ coingeckoId }) => coingeckoId ?? []))];
      const batches: string[][] = [];
      for (let start = 0; start < ids.length; start += IDS_AT_ONCE) batches.push(ids.slice(start, start + IDS_AT_ONCE));
      const byId = new Map((await Promise.all(batches.map((batch) => ask(batch, signal)))).flatMap((answers) => [...answers]));
      return new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), answerOf(token, byId)]));
    },
  };

  async function ask(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, PriceAnswer>> {
    const all = (reason: NoPriceReason) => new Map(ids.map((id) => [id, noPrice(reason)]));
    if (clock.now() < silentUntilMs) return all('rate-limited');
    const query = new URLSearchParams({ ids: ids.join(','), vs_currencies: 'usd', include_last_updated_at: 'true', precision: 'full' });
    const response = await fetch(`${baseUrl}/simple/price?${query}`, { headers, signal });
    if (response.status === 429) {
      silentUntilMs = clock.now() + backOffOf(response);
      return all('rate-limited');
    }
    if (!response.ok) return all('upstream-error');
    const reply = v.safeParse(replySchema, await response.json().catch(() => undefined));
    if (!reply.success) return all('upstream-error');
    return new Map(ids.map((id) => [id, quoteOf(reply.output, id)]));
  }

  function quoteOf(reply: Record<string, unknown>, id: string): PriceAnswer {
    if (!Object.hasOwn(reply, id)) return noPrice('unknown-token');
    const quote = v.safeParse(quoteSchema, reply[id]);
    // An id that it knows and does not price comes as `{}` or with null.
    if (!quote.success) return noPrice('unknown-token');
    const { usd, last_updated_at } = quote.output;
    if (!(usd > 0)) return noPrice('not-positive');
    const atMs = last_updated_at == null ? clock.now() : last_updated_at * 1_000;
    return { price: { usd: decimalTextOf(usd), atMs, source: 'coingecko' }, reason: null };
  }
}

function answerOf({ coingeckoId }: PricedToken, byId: ReadonlyMap<string, PriceAnswer>): PriceAnswer {
  return (coingeckoId === undefined ? undefined : byId.get(coingeckoId)) ?? noPrice('unknown-token');
}

function backOffOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MOST_BACK_OFF_MS) : DEFAULT_BACK_OFF_MS;
}
