import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { createProviderHttp, type ProviderFetch } from '../../platform/http-client/provider-http.ts';
import { verbatim } from '../../platform/http-client/wire.ts';
import type { Clock } from '../../values/clock.ts';
import type { NoPriceReason } from './price.ts';

/** The function with which HTTP requests are sent: a subset of `fetch`. */
export type FetchJson = ProviderFetch;

/** The reply of a price source, or the reason why none of the requested tokens has a price. */
export type PriceReply = { readonly body: unknown; readonly reason: null } | { readonly reason: NoPriceReason };

/** Sends requests to one price source through the common HTTP client for providers; see `createProviderHttp`. */
export type PriceHttp = {
  /**
   * Sends a GET request to the price source. Nothing is sent during a pause that the source has requested.
   * @param path path after the base URL, with its query
   * @throws ProviderFailure `timeout`, `cancelled`
   */
  get(path: string, signal: AbortSignal): Promise<PriceReply>;
  /** Starts a pause without requests, for a price source that reports a rate limit in the reply's body. */
  rest(): void;
};

/**
 * Pause in ms after a reply with status 429 (rate limit): `defaultMs` when the reply does not state how long to wait, and at most `mostMs`.
 */
const BACK_OFF = { defaultMs: 60_000, mostMs: 60 * 60_000 };

/** Creates the HTTP client of one price source. @param headers headers that are sent with every request; may contain an API key */
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
