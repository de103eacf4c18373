import * as v from 'valibot';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { createProviderHttp, type ProviderFetch } from '../../platform/http-client/provider-http.ts';
import type { Clock } from '../../values/clock.ts';

/** Somebody else's list of the tokens of each chain that count as the real ones. */
export type CuratedList = {
  /**
   * Addresses in lowercase; null when the list does not carry the chain.
   * @throws ProviderFailure when it cannot be had: `timeout`, `rate-limited`, `unavailable`, `unauthorized`, `malformed-reply`
   */
  addressesOf(chainId: number): Promise<ReadonlySet<string> | null>;
};

const NAME = 'The curated list';
/** A big chain's list has several thousand tokens, of some hundred bytes each. */
const MOST_REPLY_BYTES = 32_000_000;

/** Of an entry only its address counts: the rest is ours to know. Entries are read one by one, so that an odd one does not spoil the rest. */
const entrySchema = v.object({ address: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) });
const replySchema = v.object({ tokens: v.record(v.string(), v.array(v.unknown())) });

/**
 * The list at `GET <url>?chains=<chainId>`, which answers `{tokens: {"<chainId>": [{address, symbol, decimals, name, ...}]}}`, as LI.FI's
 * `GET /v1/tokens` does (https://docs.li.fi/api-reference/get-information-about-all-currently-supported-tokens). A query that the URL has is kept.
 */
export function createCuratedList(deps: { url: string; fetch: ProviderFetch; clock: Clock; timeoutMs?: number }): CuratedList {
  const { fetch, clock, timeoutMs = 20_000 } = deps;
  const { origin, pathname, searchParams } = new URL(deps.url);
  const http = createProviderHttp({ name: NAME, baseUrl: `${origin}${pathname}`, mostReplyBytes: MOST_REPLY_BYTES, fetch, clock });

  return {
    async addressesOf(chainId) {
      const { data } = await http
        .call({
          method: 'GET',
          path: '',
          query: { ...Object.fromEntries(searchParams), chains: chainId },
          reply: replySchema,
          isInexact: true,
          refusal: (status, body) => (doesNotKnowChain(status, body) ? notCarried() : null),
          signal: AbortSignal.timeout(timeoutMs),
        })
        .catch(nullIfNotCarried);
      const entries = data?.tokens[String(chainId)];
      if (entries === undefined || entries.length === 0) return null;
      const addresses = entries.flatMap((entry) => {
        const read = v.safeParse(entrySchema, entry);
        return read.success ? [read.output.address.toLowerCase()] : [];
      });
      // Entries, and none with an address: it is another kind of list.
      if (addresses.length === 0) throw new ProviderFailure('malformed-reply', `${NAME} has entries without addresses.`);
      return new Set(addresses);
    },
  };
}

/** Lists refuse a chain that they do not know with a 400 or 404 in JSON; an HTML page with such a status is a wrong URL. */
function doesNotKnowChain(status: number, body: unknown): boolean {
  return (status === 400 || status === 404 || status === 422) && typeof body === 'object' && body !== null;
}

function notCarried(): ProviderFailure {
  return new ProviderFailure('unsupported', `${NAME} does not know the chain.`);
}

function nullIfNotCarried(error: unknown): { data: null } {
  if (error instanceof ProviderFailure && error.reason === 'unsupported') return { data: null };
  throw error;
}
