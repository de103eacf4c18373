import * as v from 'valibot';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { coingeckoHeaders } from './coingecko-headers.ts';
import { createPriceHttp, type FetchJson } from './price-http.ts';

/** The exchange rates of one US dollar in other currencies. */
export type DollarRates = {
  /** Time at which the rates were read from the source, UTC ms. */
  readonly atMs: number;
  readonly source: string;
  /** Units of the currency for one dollar, as a decimal string, by the currency's code (ISO 4217). */
  readonly perUsd: Readonly<Record<string, string>>;
};

export type FiatRates = {
  /**
   * Returns the latest exchange rates. While the source does not respond, returns rates from the last day. @throws RetryableError
   * `rates-unavailable`
   */
  readonly read: () => Promise<DollarRates>;
};

const FRESH_MS = 600_000;
const OLDEST_MS = 86_400_000;
/** Time in ms after a failed request before the exchange rates are requested again. */
const RETRY_MS = 60_000;
const DIGITS = 10;

const replySchema = v.object({ rates: v.record(v.string(), v.object({ value: v.pipe(v.number(), v.minValue(0)), type: v.string() })) });

/**
 * Creates a reader of exchange rates that uses CoinGecko's `GET /exchange_rates` (https://docs.coingecko.com/reference/exchange-rates),
 * which returns the value of one bitcoin in each currency. These values are divided by the value of one bitcoin in dollars. Rates are
 * cached for ten minutes; concurrent callers share one request.
 */
export function createFiatRates(deps: {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: FetchJson;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeoutMs?: number;
}): FiatRates {
  const { apiKey, clock, log, timeoutMs = 5_000 } = deps;
  const headers = coingeckoHeaders(deps.baseUrl, apiKey);
  const http = createPriceHttp({ name: 'coingecko', baseUrl: deps.baseUrl, headers, fetch: deps.fetch, clock });
  const repeats = createRepeats({ log, now: () => clock.now() });
  let known: DollarRates | null = null;
  let failedAtMs: number | null = null;
  let reading: Promise<void> | null = null;

  async function readNow(): Promise<void> {
    const stop = new AbortController();
    try {
      const answer = await withinTime(http.get('/exchange_rates', stop.signal), timeoutMs, () => ({ reason: 'timeout' as const }));
      if (answer.reason !== null)
        throw new RetryableError({ code: 'rates-unavailable', message: `The source of exchange rates failed: ${answer.reason}.` });
      known = { atMs: clock.now(), source: 'coingecko', perUsd: perUsdOf(v.parse(replySchema, answer.body)) };
      failedAtMs = null;
      repeats.over('read', 'Exchange rates of currencies can be read again');
    } catch (error) {
      failedAtMs = clock.now();
      repeats.warn('read', 'Exchange rates of currencies could not be read', { error });
    } finally {
      stop.abort();
    }
  }

  return {
    async read() {
      const nowMs = clock.now();
      const isFresh = known !== null && nowMs - known.atMs < FRESH_MS;
      const mayAsk = failedAtMs === null || nowMs - failedAtMs >= RETRY_MS;
      if (!isFresh && mayAsk) {
        reading ??= readNow().finally(() => {
          reading = null;
        });
        await reading;
      }
      if (known !== null && nowMs - known.atMs < OLDEST_MS) return known;
      const message = 'Exchange rates of currencies are not available at the moment. Try again later.';
      throw new RetryableError({ code: 'rates-unavailable', message, retryAfterMs: RETRY_MS });
    },
  };
}

function perUsdOf({ rates }: v.InferOutput<typeof replySchema>): Readonly<Record<string, string>> {
  const usd = rates.usd?.value ?? 0;
  if (usd <= 0)
    throw new RetryableError({ code: 'rates-unavailable', message: 'The source of exchange rates returned no rate for the dollar.' });
  const fiat = Object.entries(rates).filter(([code, { type, value }]) => type === 'fiat' && value > 0 && /^[a-z]{3}$/.test(code));
  return Object.fromEntries(fiat.map(([code, { value }]) => [code.toUpperCase(), plainText(value / usd)]));
}

/** Formats a number with ten significant digits and no exponent. */
function plainText(value: number): string {
  const decimals = Math.min(100, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(value))));
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
