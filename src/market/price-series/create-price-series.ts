import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { PriceFact } from '../../values/autopilot/facts.ts';
import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Price, PriceAnswer } from '../prices/price.ts';
import { tokenKey } from '../tokens/token.ts';
import { AGREEMENT_BPS, isWithin, judgePrice, originOf, type PriceBefore, type PriceGuard } from './judge-price.ts';
import { createPriceRepository, HOUR_MS, higherOf, MINUTE_MS, MINUTES_KEPT_MS, type PriceBucket, type Tick } from './price-repository.ts';
import type { PriceSeries, SeriesPoint, SeriesToken } from './price-series.ts';
import { createSeriesMemory } from './series-memory.ts';

export type PriceSeriesDeps = {
  readonly records: RecordStore;
  readonly prices: Pick<Prices, 'pricesOf'>;
  readonly clock: Clock;
  readonly guard: PriceGuard;
  /**
   * Maximum age in ms of a source's cached price that may be recorded. The maximum is less than the interval between two recordings, so
   * that each recording has a new price.
   */
  readonly hadWithinMs: number;
  readonly log: RepeatsLog;
  /**
   * Called with the id of each stored price bucket (the price of a minute or an hour) that is damaged. A damaged bucket is not used, and is
   * written again.
   */
  readonly onCorrupt: (id: string) => void;
};

type Answered = { readonly atMs: number; readonly fact: PriceFact };
type Open = { readonly key: string; readonly token: SeriesToken; readonly before: PriceBucket | null };

/**
 * Maximum length in seconds of a time window whose highest price is computed from buckets of a minute each. For longer windows, buckets of
 * an hour are used. The length alone decides this, so that every node gets the same result, whatever it has cached.
 */
const MINUTE_WINDOW_SEC = 86_400;

export function createPriceSeries(deps: PriceSeriesDeps): PriceSeries {
  const { prices, clock, guard, hadWithinMs } = deps;
  const repeats = createRepeats({ log: deps.log, now: () => clock.now() });
  const repository = createPriceRepository(deps);
  const memory = createSeriesMemory({ repository });
  /**
   * Tokens for which no price was found when prices were recorded last. They are remembered in memory only, so that their prices are
   * requested only once per recording.
   */
  const unpriced = new Map<string, Answered>();
  const recording = new Map<string, Promise<unknown>>();

  const series: PriceSeries = {
    async record(tokens, atMs) {
      const facts = new Map<string, PriceFact>();
      const asked = new Map<string, SeriesToken>();
      for (const token of tokens) {
        const key = tokenKey(token.chainId, token.address);
        if (token.cmcId === undefined)
          facts.set(key, none('no-price', 'The token has no CoinMarketCap id (cmcId), which the price series needs.'));
        else asked.set(key, token);
      }
      const others = [...asked.keys()].flatMap((key) => recording.get(key) ?? []);
      const mine = [...asked].filter(([key]) => !recording.has(key));
      for (const [key, fact] of await recordMine(mine, atMs)) facts.set(key, fact);
      if (others.length === 0) return facts;
      // Another call is already recording prices of some of these tokens. The results of that call are used for those tokens. Only the
      // prices of the remaining tokens are requested here.
      await Promise.allSettled(others);
      const left = [...asked].filter(([key]) => !facts.has(key)).map(([, token]) => token);
      for (const [key, fact] of await series.record(left, atMs)) facts.set(key, fact);
      return facts;
    },

    async latest(chainId, token) {
      const bucket = await memory.newest(tokenKey(chainId, token), clock.now());
      if (bucket === null) return null;
      const doubt = bucket.doubt ?? oldAge(clock.now() - bucket.priceAtMs);
      const { usd: priceUsd, priceAtMs: atMs, tickAtMs, source } = bucket;
      return { chainId, token: token.toLowerCase(), priceUsd, atMs, tickAtMs, source, isTrusted: doubt === null, doubt };
    },

    high: (chainId, token, lookbackSec, atMs) => {
      const fromMs = atMs - lookbackSec * 1_000;
      const lengthMs = lookbackSec <= MINUTE_WINDOW_SEC ? MINUTE_MS : HOUR_MS;
      return memory.highSince(tokenKey(chainId, token), Math.floor(fromMs / lengthMs) * lengthMs, atMs);
    },

    async points(chainId, token, { fromMs, toMs }) {
      const key = tokenKey(chainId, token);
      const minutesFromMs = Math.ceil((clock.now() - MINUTES_KEPT_MS) / HOUR_MS) * HOUR_MS;
      const [hours, minutes] = await Promise.all([
        fromMs < minutesFromMs ? repository.read(key, 'hour', fromMs, Math.min(toMs, minutesFromMs - 1)) : [],
        toMs >= minutesFromMs ? repository.read(key, 'minute', Math.max(fromMs, minutesFromMs), toMs) : [],
      ]);
      // The stored high of a doubted price is the last trusted price (see `highOf`). The price itself is shown, so the high must not be lower.
      return [...hours, ...minutes].map(
        ({ bucketAtMs, usd, highUsd }): SeriesPoint => ({ atMs: bucketAtMs, usd, highUsd: higherOf(usd, highUsd) }),
      );
    },
  };
  return series;

  async function recordMine(asked: readonly (readonly [string, SeriesToken])[], atMs: number): Promise<ReadonlyMap<string, PriceFact>> {
    if (asked.length === 0) return new Map();
    const work = recordAll(asked, atMs);
    for (const [key] of asked) recording.set(key, work);
    try {
      return await work;
    } finally {
      for (const [key] of asked) recording.delete(key);
    }
  }

  async function recordAll(asked: readonly (readonly [string, SeriesToken])[], atMs: number): Promise<ReadonlyMap<string, PriceFact>> {
    const facts = new Map<string, PriceFact>();
    const open: Open[] = [];
    await eachAlone(
      asked,
      ([key]) => key,
      facts,
      async ([key, token]) => {
        const before = await memory.newest(key, atMs);
        const failed = unpriced.get(key);
        if (before !== null && isOfTick(before.tickAtMs, atMs)) facts.set(key, factOf(before));
        else if (failed !== undefined && isOfTick(failed.atMs, atMs)) facts.set(key, failed.fact);
        else open.push({ key, token, before });
      },
    );
    if (open.length === 0) return facts;
    const answers = await prices.pricesOf(
      open.map(({ token }) => token),
      { hadWithinMs },
    );
    const judged: (Open & { readonly price: Price; readonly judgement: ReturnType<typeof judge> })[] = [];
    await eachAlone(
      open,
      ({ key }) => key,
      facts,
      async ({ key, token, before }) => {
        const answer = answers.get(key);
        if (answer?.price != null) judged.push({ key, token, before, price: answer.price, judgement: judge(answer.price, before, atMs) });
        else facts.set(key, giveUp(key, answer, atMs));
      },
    );
    const confirmed = await secondOpinions(judged.filter(({ judgement }) => !judgement.isTrusted && judgement.canBeConfirmed));
    await eachAlone(
      judged,
      ({ key }) => key,
      facts,
      async ({ key, before, price, judgement }) => {
        unpriced.delete(key);
        const kept = await repository.keep(key, tickOf(price, before, confirmed.has(key) ? { isTrusted: true } : judgement, atMs));
        memory.remember(key, kept);
        facts.set(key, factOf(kept));
      },
    );
    return facts;
  }

  /**
   * If the price of one token cannot be read, only that token has no price. An error is rethrown only when the store is unavailable,
   * because this affects all tokens.
   */
  async function eachAlone<T>(
    items: readonly T[],
    keyOf: (item: T) => string,
    facts: Map<string, PriceFact>,
    work: (item: T) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      items.map(async (item) => {
        try {
          await work(item);
        } catch (error) {
          if (error instanceof RetryableError) throw error;
          const token = keyOf(item);
          repeats.error(token, 'The price series of a token could not be read or stored', { token, error });
          facts.set(keyOf(item), none('no-price', 'The price series of this token could not be read or stored.'));
        }
      }),
    );
  }

  function judge(price: Price, before: PriceBucket | null, atMs: number) {
    return judgePrice(price, before === null ? null : beforeOf(before), atMs, guard);
  }

  /**
   * Returns the tokens whose doubted (possibly wrong) price is confirmed by a second source. The tokens are grouped by the source that has
   * priced them, and for each group the other sources are requested once.
   */
  async function secondOpinions(
    doubted: readonly { readonly key: string; readonly token: SeriesToken; readonly price: Price }[],
  ): Promise<ReadonlySet<string>> {
    const confirmed = new Set<string>();
    await Promise.all(
      [...Map.groupBy(doubted, ({ price }) => price.source)].map(async ([exceptSource, ofSource]) => {
        const answers = await prices.pricesOf(
          ofSource.map(({ token }) => token),
          { hadWithinMs, exceptSource },
        );
        for (const { key, price } of ofSource) {
          const second = answers.get(key)?.price;
          if (second != null && clock.now() - second.atMs <= guard.maxAgeMs && isWithin(price.usd, second.usd, AGREEMENT_BPS)) {
            confirmed.add(key);
          }
        }
      }),
    );
    return confirmed;
  }

  function giveUp(key: string, answer: PriceAnswer | undefined, atMs: number): PriceFact {
    const reason = answer?.reason ?? 'no-source';
    const fact = none(reason === 'stale' ? 'stale-price' : 'no-price', `No source has a price of this token: ${reason}.`);
    if (unpriced.size >= MOST_UNPRICED) unpriced.clear();
    unpriced.set(key, { atMs, fact });
    return fact;
  }

  function oldAge(ageMs: number): string | null {
    return ageMs > guard.maxAgeMs ? `The newest price is ${Math.round(ageMs / 1_000)} s old, which is too old.` : null;
  }
}

/**
 * Maximum number of tokens without a price that are remembered. When one of them is removed from memory, its price is only requested once
 * more.
 */
const MOST_UNPRICED = 10_000;

/**
 * Maximum time in ms by which the recorded time of a price may be later than the present time. A larger difference means that the price was
 * recorded with a wrong clock, that of this node or another node's.
 */
const LONGEST_AHEAD_MS = 5 * MINUTE_MS;

function isOfTick(recordedAtMs: number, atMs: number): boolean {
  return recordedAtMs >= atMs && recordedAtMs - atMs <= LONGEST_AHEAD_MS;
}

function tickOf(price: Price, before: PriceBucket | null, judgement: ReturnType<typeof judgePrice>, atMs: number): Tick {
  return {
    tickAtMs: atMs,
    usd: price.usd,
    priceAtMs: price.atMs,
    source: price.source,
    doubt: judgement.isTrusted ? null : judgement.doubt,
    doubtedSinceMs: judgement.isTrusted ? null : judgement.doubted.sinceMs,
    doubtedPriceAtMs: judgement.isTrusted ? null : judgement.doubted.priceAtMs,
    trustedUsd: judgement.isTrusted ? price.usd : (before?.trustedUsd ?? null),
    origin: originOf(price),
    trustedOrigin: judgement.isTrusted ? originOf(price) : (before?.trustedOrigin ?? null),
  };
}

function beforeOf({ usd, origin = null, doubtedSinceMs, doubtedPriceAtMs, trustedUsd, trustedOrigin = null }: PriceBucket): PriceBefore {
  const doubted = doubtedSinceMs === null || doubtedPriceAtMs === null ? null : { sinceMs: doubtedSinceMs, priceAtMs: doubtedPriceAtMs };
  return { usd, origin, doubted, trustedUsd, trustedOrigin };
}

function factOf({ usd, priceAtMs, source, doubt }: PriceBucket): PriceFact {
  return { kind: 'price', usd, atMs: priceAtMs, source, isTrusted: doubt === null, doubt };
}

function none(reason: 'no-price' | 'stale-price', detail: string): PriceFact {
  return { kind: 'none', reason, detail };
}
