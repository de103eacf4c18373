import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { createProviderHttp, type ProviderFetch } from '../../platform/http-client/provider-http.ts';
import { verbatim } from '../../platform/http-client/wire.ts';
import type { Clock } from '../../values/clock.ts';
import type { NoPriceReason } from './price.ts';

/** The part of `fetch` that is used. */
export type FetchJson = ProviderFetch;

/** What the source sent, or the reason that counts for all that it was asked for. */
export type PriceReply = { readonly body: unknown; readonly reason: null } | { readonly reason: NoPriceReason };

/** Requests to one price source, by the client that serves all requests to others: see `createProviderHttp`. */
export type PriceHttp = {
  /**
   * Asks nothing while the source wants to be left alone.
   * @param path under the base URL, with its query
   * @throws ProviderFailure `timeout`, `cancelled`
   */
  get(path: string, signal: AbortSignal): Promise<PriceReply>;
  /** For a source that says in a body that it was asked too often. */
  rest(): void;
};

/** After a 429 that does not say how long; prices are asked for each minute. */
const BACK_OFF = { defaultMs: 60_000, mostMs: 60 * 60_000 };

/** @param headers sent with every request; may hold a key */
export function createPriceHttp(deps: {
  name: string;
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  fetch: FetchJson;
  clock: Clock;
}): PriceHttp {
  const http = createProviderHttp({ ...deps, backOff: BACK_OFF });

  return {
    async get(path, signal) {
      try {
        return { body: (await http.call({ method: 'GET', path, reply: verbatim, signal })).data, reason: null };
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.reason === 'timeout' || error.reason === 'cancelled') throw error;
        return { reason: error.reason === 'rate-limited' ? 'rate-limited' : 'upstream-error' };
      }
    },
    rest: () => http.rest(BACK_OFF.defaultMs),
  };
}
