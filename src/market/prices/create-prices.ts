import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { Clock } from '../../values/clock.ts';
import { tokenKey } from '../tokens/token.ts';
import { type NoPriceReason, noPrice, type Price, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';
import { createRecentPrices } from './recent-prices.ts';

export type PriceOptions = {
  /** Whether to use only price sources that do not read prices from the pools in which this service trades. */
  readonly offChainOnly?: boolean;
  /** Name of a price source that must not be used, so that the price comes from a second source. */
  readonly exceptSource?: string;
  /** Maximum age in ms of a cached price that may be returned. A value above the time for which prices are cached has no effect. */
  readonly hadWithinMs?: number;
};

/**
 * Returns prices of tokens in dollars from several sources in order of preference. No function throws: a missing price is null with a
 * reason, and every failure of a source is counted (`failures`) and logged.
 */
export type Prices = {
  priceOf(token: PricedToken, options?: PriceOptions): Promise<PriceAnswer>;
  /**
   * Returns the prices of many tokens, keyed by `tokenKey`. The price sources are requested in order. Each of them is requested once, for
   * all tokens for which the earlier sources had no price.
   */
  pricesOf(tokens: readonly PricedToken[], options?: PriceOptions): Promise<ReadonlyMap<string, PriceAnswer>>;
  /** Number of times that a token could not be priced, by `<source>/<reason>`. */
  failures(): Readonly<Record<string, number>>;
};

/** Callbacks for metrics of the price sources. */
export type PriceWatch = {
  /** Counts the tokens of one request to a source by outcome: `ok`, `kept` (price from the cache), or the reason why there was no price. */
  priceSource(source: string, outcome: 'ok' | 'kept' | NoPriceReason, tokens: number): void;
  priceSourceTook(source: string, ms: number): void;
};

/** Maximum time in ms by which the time of a price may be ahead of this node's clock; a larger difference means that the time is wrong. */
const MAX_AHEAD_MS = 60_000;

export function createPrices(deps: {
  sources: readonly PriceSource[];
  clock: Clock;
  log: Log;
  /** How long a price is cached, in ms; default 20 s. The `maxAgeMs` of the price's source applies if it is shorter. */
  keepMs?: number;
  /** Maximum number of cached prices; default 10,000. */
  mostKept?: number;
  watch?: PriceWatch;
}): Prices {
  const { sources, clock, log, keepMs = 20_000, mostKept = 10_000, watch } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const recent = createRecentPrices({ clock, keepMs, mostKept });
  const failures = new Map<string, number>();

  const prices: Prices = {
    async priceOf(token, options) {
      const answers = await prices.pricesOf([token], options);
      return answers.get(tokenKey(token.chainId, token.address)) ?? noPrice('no-source');
    },

    async pricesOf(tokens, { offChainOnly = false, exceptSource, hadWithinMs = keepMs } = {}) {
      const answers = new Map<string, PriceAnswer>();
      const open = new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), token]));
      for (const source of sources) {
        if ((offChainOnly && !source.isOffChain) || source.name === exceptSource) continue;
        const asked = [...open.values()].filter((token) => source.serves(token));
        for (const [key, answer] of await answersOf(source, asked, hadWithinMs)) {
          answers.set(key, answer);
          if (answer.price !== null) open.delete(key);
        }
        if (open.size === 0) break;
      }
      for (const key of open.keys()) if (!answers.has(key)) answers.set(key, noPrice('no-source'));
      return answers;
    },

    failures: () => Object.fromEntries(failures),
  };
  return prices;

  async function answersOf(
    source: PriceSource,
    tokens: readonly PricedToken[],
    hadWithinMs: number,
  ): Promise<ReadonlyMap<string, PriceAnswer>> {
    const answers = new Map<string, PriceAnswer>();
    const missing: PricedToken[] = [];
    for (const token of tokens) {
      const key = tokenKey(token.chainId, token.address);
      const kept = recent.get(source, key, hadWithinMs);
      if (kept === undefined) missing.push(token);
      else answers.set(key, { price: kept, reason: null });
    }
    if (answers.size > 0) watch?.priceSource(source.name, 'kept', answers.size);
    if (missing.length === 0) return answers;
    let priced = 0;
    const fresh = await ask(source, missing);
    const failed = new Map<NoPriceReason, number>();
    for (const token of missing) {
      const key = tokenKey(token.chainId, token.address);
      const answer = checked(source, fresh.get(key) ?? noPrice('unknown-token'));
      answers.set(key, answer);
      if (answer.price !== null) {
        recent.set(source, key, answer.price);
        priced += 1;
      } else failed.set(answer.reason, (failed.get(answer.reason) ?? 0) + 1);
    }
    if (priced > 0) watch?.priceSource(source.name, 'ok', priced);
    for (const [reason, count] of failed) {
      watch?.priceSource(source.name, reason, count);
      const name = `${source.name}/${reason}`;
      failures.set(name, (failures.get(name) ?? 0) + count);
    }
    return answers;
  }

  async function ask(source: PriceSource, tokens: readonly PricedToken[]): Promise<ReadonlyMap<string, PriceAnswer>> {
    const all = (reason: NoPriceReason) => new Map(tokens.map((token) => [tokenKey(token.chainId, token.address), noPrice(reason)]));
    const stop = new AbortController();
    const startedAtMs = performance.now();
    try {
      const answer = await withinTime(source.pricesOf(tokens, stop.signal), source.timeoutMs, () => 'late' as const);
      if (answer !== 'late') {
        repeats.over(source.name, 'A price source answers again', { source: source.name });
        return answer;
      }
      repeats.warn(source.name, 'A price source did not answer in time', {
        source: source.name,
        timeoutMs: source.timeoutMs,
        tokens: tokens.length,
      });
      return all('timeout');
    } catch (error) {
      repeats.warn(source.name, 'A price source failed', { source: source.name, tokens: tokens.length, error });
      return all('upstream-error');
    } finally {
      stop.abort();
      watch?.priceSourceTook(source.name, performance.now() - startedAtMs);
    }
  }

  function checked(source: PriceSource, answer: PriceAnswer): PriceAnswer {
    if (answer.price === null) return answer;
    if (!isPositive(answer.price)) return noPrice('not-positive');
    const ageMs = clock.now() - answer.price.atMs;
    return ageMs > source.maxAgeMs || ageMs < -MAX_AHEAD_MS ? noPrice('stale') : answer;
  }
}

function isPositive({ usd }: Price): boolean {
  return /^[0-9]+(\.[0-9]+)?$/.test(usd) && /[1-9]/.test(usd);
}
