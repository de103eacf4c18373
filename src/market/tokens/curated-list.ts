import * as v from 'valibot';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { createProviderHttp, type ProviderFetch } from '../../platform/http-client/provider-http.ts';
import type { Clock } from '../../values/clock.ts';

/** A list, maintained by a third party, of the genuine tokens on each chain. */
export type CuratedList = {
  /**
   * Returns the addresses of the genuine tokens on a chain, in lowercase; null when the list does not include the chain.
   * @throws ProviderFailure when the list is unavailable: `timeout`, `rate-limited`, `unavailable`, `unauthorized`, `malformed-reply`
   */
  addressesOf(chainId: number): Promise<ReadonlySet<string> | null>;
};

const NAME = 'The curated list';
/** Maximum accepted size of a reply in bytes. A large chain's list has several thousand tokens of a few hundred bytes each. */
const MOST_REPLY_BYTES = 32_000_000;

/**
 * Schema of an entry of the curated list. Only the token's address is used; all other data about a token comes from this service's own
 * records. Entries are parsed one by one, so that an invalid entry does not affect the other entries.
 */
const entrySchema = v.object({ address: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) });
const replySchema = v.object({ tokens: v.record(v.string(), v.array(v.unknown())) });

/**
 * Creates a reader of a token list at `GET <url>?chains=<chainId>`, which returns `{tokens: {"<chainId>": [{address, symbol, decimals,
 * name, ...}]}}`, like LI.FI's `GET /v1/tokens` (https://docs.li.fi/api-reference/get-information-about-all-currently-supported-tokens). A
 * query in the URL is kept.
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
      // If no entry has an address, the reply is another kind of list.
      if (addresses.length === 0) throw new ProviderFailure('malformed-reply', `${NAME} has entries without a token address.`);
      return new Set(addresses);
    },
  };
}

/**
 * Whether a reply means that the list's provider does not know the chain. Providers answer such a request with status 400 or 404 and JSON.
 * An HTML page with such a status means that the URL is wrong.
 */
function doesNotKnowChain(status: number, body: unknown): boolean {
  return (status === 400 || status === 404 || status === 422) && typeof body === 'object' && body !== null;
}

function notCarried(): ProviderFailure {
  return new ProviderFailure('unsupported', `${NAME} does not contain the chain.`);
}

function nullIfNotCarried(error: unknown): { data: null } {
  if (error instanceof ProviderFailure && error.reason === 'unsupported') return { data: null };
  throw error;
}
