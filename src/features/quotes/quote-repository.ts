import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import { verbatimObject } from '../../platform/http-client/wire.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isUuid } from '../../values/id-source.ts';
import type { Json, JsonObject } from '../../values/json.ts';

/** Lifetime of a cached quote in ms, as documented in the API specification. */
export const QUOTE_LIFETIME_MS = 300_000;

/** A cached quote. It has exactly three fields (API specification, "Quote meta and cached quote"). */
export type CachedQuote = {
  /** The request for which the quote was made, as a `QuoteInput`. */
  readonly data: JsonObject;
  /** The quote in the form in which the client received it, as a `QuoteMeta`. */
  readonly meta: JsonObject;
  /** The data with which the transaction of the quote is built. */
  readonly restProps: JsonObject;
};

const cachedQuoteSchema = v.strictObject({ data: verbatimObject, meta: verbatimObject, restProps: verbatimObject });

/** Stores quotes by `meta.id` for 300 seconds. All nodes that share the cache can read them. */
export type QuoteRepository = {
  keep(id: string, quote: CachedQuote): Promise<void>;
  /** Returns a cached quote; null when it never existed or has expired. */
  find(id: string): Promise<CachedQuote | null>;
  /**
   * Returns a cached quote.
   * @throws TerminalError 400 `invalid-quote-id`; 410 `quote-expired`
   */
  require(id: string): Promise<CachedQuote>;
};

export function createQuoteRepository(deps: { cache: Cache }): QuoteRepository {
  const { cache } = deps;
  const repository: QuoteRepository = {
    keep: (id, { data, meta, restProps }) => cache.set(keyOf(id), { data, meta, restProps }, QUOTE_LIFETIME_MS),

    async find(id) {
      const kept: Json | undefined = await cache.get(keyOf(id));
      return kept === undefined ? null : v.parse(cachedQuoteSchema, kept);
    },

    async require(id) {
      if (!isUuid(id)) {
        throw new TerminalError({ code: 'invalid-quote-id', message: 'Expected a quote id: the UUID in `id` of a quote.', status: 400 });
      }
      const found = await repository.find(id.toLowerCase());
      if (found !== null) return found;
      const message = 'This quote has expired (quotes are kept for 300 seconds) or never existed. Request new quotes.';
      throw new TerminalError({ code: 'quote-expired', message, status: 410 });
    },
  };
  return repository;
}

/** Returns the key of a quote in the cache, which is the quote's id itself, as documented in the API specification. */
function keyOf(id: string): string {
  return id;
}
