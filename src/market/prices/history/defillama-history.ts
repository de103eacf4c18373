import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { createProviderHttp, type ProviderFetch } from '../../../platform/http-client/provider-http.ts';
import { isAboveZero, maybe, wireNumber, wireTimeMs } from '../../../platform/http-client/wire.ts';
import type { ChainAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { coinOf } from '../defillama-source.ts';

/** Past prices of tokens in dollars, as decimal strings with their times (UTC ms), by token address. */
export type PastPrices = ReadonlyMap<ChainAddress, readonly { readonly atMs: number; readonly usd: string }[]>;

export type PriceArchive = {
  /** Maximum number of prices in one request to the archive, over all tokens together. */
  readonly mostPrices: number;
  /**
   * Reads `count` prices of each token, `everyMs` apart, from `fromMs` on. Waits while the archive refuses requests because of its rate
   * limit.
   */
  read(range: { readonly fromMs: number; readonly count: number; readonly everyMs: number }): Promise<PastPrices>;
};

const TIMEOUT_MS = 30_000;
/**
 * Pause in ms after a reply with status 429 (rate limit): `defaultMs` when the reply does not state how long to wait, and at most `mostMs`.
 */
const BACK_OFF = { defaultMs: 60_000, mostMs: 60 * 60_000 };
/** Pauses in ms between the attempts of a request after failures that can end by themselves, such as a lost connection. */
const RETRY_AFTER_MS = [1_000, 5_000, 15_000, 60_000];
/**
 * Maximum number of consecutive replies with status 429 before the download ends. The prices that were downloaded until then stay in the
 * file.
 */
const MOST_REFUSALS = 20;

const pointSchema = v.object({ timestamp: wireTimeMs, price: maybe(wireNumber) });
const replySchema = v.object({ coins: v.record(v.string(), v.object({ prices: v.array(pointSchema) })) });

/**
 * Creates an archive of prices that reads past prices from DefiLlama's `GET /chart/{coins}` (https://api-docs.defillama.com), without a
 * key.
 * @param deps.wait waits for a time in ms; it receives the reason, which it may show to the user
 * @throws TerminalError `no-archive` when DefiLlama does not have the chain
 */
export function createDefillamaArchive(deps: {
  readonly baseUrl: string;
  readonly fetch: ProviderFetch;
  readonly clock: Clock;
  readonly wait: (ms: number, why: string) => Promise<void>;
  readonly chainId: number;
  readonly tokens: readonly ChainAddress[];
}): PriceArchive {
  const { clock, wait, chainId, tokens } = deps;
  const coins = tokens.map((address) => {
    const coin = coinOf({ chainId, address });
    if (coin !== null) return [address, coin] as const;
    throw new TerminalError({ code: 'no-archive', message: `DefiLlama has no prices of chain ${chainId}.` });
  });
  const http = createProviderHttp({ name: 'DefiLlama', baseUrl: deps.baseUrl, fetch: deps.fetch, clock, backOff: BACK_OFF });

  async function ask(path: string) {
    let [refusals, failures] = [0, 0];
    for (;;) {
      try {
        return await http.call({ method: 'GET', path, reply: replySchema, signal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (error.reason === 'rate-limited' && refusals < MOST_REFUSALS) {
          refusals += 1;
          await wait(error.retryAfterMs ?? BACK_OFF.defaultMs, 'DefiLlama asks to wait because of its rate limit');
          continue;
        }
        const pauseMs = RETRY_AFTER_MS[failures];
        if (pauseMs === undefined || !['timeout', 'unavailable'].includes(error.reason)) {
          const message = `DefiLlama gave no prices: ${error.message} What was downloaded is in the file; run the same command again to continue.`;
          throw new TerminalError({ code: 'no-prices', message, cause: error });
        }
        failures += 1;
        await wait(pauseMs, 'DefiLlama did not answer');
      }
    }
  }

  return {
    mostPrices: 500,
    async read({ fromMs, count, everyMs }) {
      const names = coins.map(([, coin]) => coin).join(',');
      const seconds = everyMs / 1_000;
      const width = Math.max(1, Math.floor(seconds / 2));
      const path = `/chart/${names}?start=${fromMs / 1_000}&span=${count}&period=${seconds}s&searchWidth=${width}s`;
      const { data } = await ask(path);
      return new Map(
        coins.map(([address, coin]) => {
          const found = Object.hasOwn(data.coins, coin) ? (data.coins[coin]?.prices ?? []) : [];
          return [
            address,
            found.flatMap(({ timestamp, price }) => (price != null && isAboveZero(price) ? [{ atMs: timestamp, usd: price }] : [])),
          ];
        }),
      );
    },
  };
}
