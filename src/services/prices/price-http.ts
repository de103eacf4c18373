import type { Clock } from '../../values/clock.ts';
import type { NoPriceReason } from './price.ts';

/** The part of `fetch` that is used. */
export type FetchJson = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** What the source sent, or the reason that counts for all that it was asked for. */
export type PriceReply = { readonly body: unknown; readonly reason: null } | { readonly reason: NoPriceReason };

/** Requests to one price source. */
export type PriceHttp = {
  /** Throws only what `fetch` throws (no connection, an aborted signal). Asks nothing while the source wants to be left alone. */
  get(url: string, signal: AbortSignal): Promise<PriceReply>;
  /** For a source that says in a body that it was asked too often. */
  rest(): void;
};

/** After a 429 that does not say how long. */
const DEFAULT_BACK_OFF_MS = 60_000;
const MOST_BACK_OFF_MS = 15 * 60_000;

/** @param headers sent with every request; may hold a key */
export function createPriceHttp(deps: { headers?: Readonly<Record<string, string>>; fetch: FetchJson; clock: Clock }): PriceHttp {
  const { fetch, clock } = deps;
  const headers = { accept: 'application/json', ...deps.headers };
  let silentUntilMs = 0;
  const restFor = (ms: number) => {
    silentUntilMs = clock.now() + ms;
  };

  return {
    async get(url, signal) {
      if (clock.now() < silentUntilMs) return { reason: 'rate-limited' };
      const response = await fetch(url, { headers, signal });
      if (response.status === 429) {
        restFor(backOffOf(response));
        return { reason: 'rate-limited' };
      }
      if (!response.ok) return { reason: 'upstream-error' };
      try {
        return { body: await response.json(), reason: null };
      } catch (error) {
        if (signal.aborted) throw error;
        return { reason: 'upstream-error' };
      }
    },
    rest: () => restFor(DEFAULT_BACK_OFF_MS),
  };
}

function backOffOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, MOST_BACK_OFF_MS) : DEFAULT_BACK_OFF_MS;
}
