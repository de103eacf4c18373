import { type CollectionSpec, type RecordStore, type Stored, withoutForm } from '../../platform/store/record-store.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { compareRationals, parseRational } from '../../values/rational.ts';
import { bucketForm, isSound } from './is-sound-bucket.ts';
import { highOf } from './judge-price.ts';

/**
 * The price of one token in one bucket (a minute or an hour). The price of a minute is the latest recorded one, the price of an hour the
 * first recorded one. `highUsd` is the highest price in the bucket (see `highOf`).
 */
export type PriceBucket = {
  /** Identifies the token and the length of the bucket (minute or hour); see `seriesOf`. */
  readonly series: string;
  /** Start of the bucket's minute or hour, UTC ms. */
  readonly bucketAtMs: number;
  readonly tickAtMs: number;
  readonly usd: string;
  readonly highUsd: string;
  /** Time of the price as reported by the price source, UTC ms. */
  readonly priceAtMs: number;
  readonly source: string;
  /** Why the price is doubted (possibly wrong); null when it is trusted. */
  readonly doubt: string | null;
  readonly doubtedSinceMs: number | null;
  readonly doubtedPriceAtMs: number | null;
  readonly trustedUsd: string | null;
  /** Origin of the price: its source and the source's basis (see `originOf`). Missing in records that an older version stored. */
  readonly origin?: string | null;
  /** Origin of the last trusted price. Missing in records that an older version stored. */
  readonly trustedOrigin?: string | null;
  readonly expiresAtMs: number;
};

export type Tick = Omit<PriceBucket, 'series' | 'bucketAtMs' | 'highUsd' | 'expiresAtMs'>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * How long the prices of minutes are stored, in ms: the longest time window that is computed from them, plus an hour, so that the first
 * minute of that window still exists.
 */
export const MINUTES_KEPT_MS = DAY_MS + HOUR_MS;
/** How long the prices of hours are stored, in ms: the longest time window (30 days) plus a day. */
export const HOURS_KEPT_MS = 31 * DAY_MS;

const PAGE = 1_000;

/**
 * Maximum number of tokens whose newest hour is remembered in memory. For each further token, a recording costs one more read of the store.
 */
const MOST_HOURS = 10_000;

export const AUTOPILOT_PRICES: CollectionSpec = {
  name: 'autopilot-prices',
  unique: [['series', 'bucketAtMs']],
  expiresAt: 'expiresAtMs',
  form: bucketForm,
};

/**
 * Stores the prices of tokens by minute and hour (in buckets). Damaged buckets (a partial file, another program's rows) are ignored in
 * reads, and removed or written again.
 */
export type PriceRepository = {
  /**
   * Stores a recorded price of a token. When another node has already stored a price of the same or a later time in the same minute,
   * returns the stored price and writes nothing.
   */
  keep(tokenKey: string, tick: Tick): Promise<PriceBucket>;
  /** Returns the token's newest price bucket among those of the minutes from `fromMs` to `toMs` (included); null when there is none. */
  newest(tokenKey: string, fromMs: number, toMs: number): Promise<PriceBucket | null>;
  /** Returns the price buckets that begin from `fromMs` to `toMs` (included), oldest first. */
  read(tokenKey: string, length: 'minute' | 'hour', fromMs: number, toMs: number): Promise<readonly PriceBucket[]>;
};

export function createPriceRepository(deps: {
  readonly records: RecordStore;
  /** Called with the id of each damaged price bucket. */
  readonly onCorrupt: (id: string) => void;
}): PriceRepository {
  // The store does not validate the documents of this collection. Price buckets are validated here, because a damaged bucket must be
  // removed and not only ignored.
  const buckets = deps.records.collection<PriceBucket>(withoutForm(AUTOPILOT_PRICES));
  /**
   * For each token, the newest hour with its highest price (or a lower bound of it). The bucket of the hour is written only when a minute
   * brings a new highest price; in all other minutes one write is enough.
   */
  const hours = new Map<string, { readonly bucketAtMs: number; readonly highUsd: string }>();

  return {
    async keep(tokenKey, tick) {
      // The bucket of the hour is written before that of the minute. So after a crash between the two writes, the hour's highest price
      // includes a price that no minute contains, but it is never too low.
      await raiseHour(tokenKey, bucketOf(tokenKey, 'hour', tick));
      return await keepMinute(bucketOf(tokenKey, 'minute', tick));
    },

    async newest(tokenKey, fromMs, toMs) {
      for (;;) {
        const { rows } = await buckets.find({
          where: { series: seriesOf(tokenKey, 'minute') },
          range: { field: 'bucketAtMs', from: fromMs, to: toMs },
          sort: { field: 'bucketAtMs', order: 'descending' },
          limit: 1,
        });
        const [row] = rows;
        if (row === undefined || isSound(row)) return row ?? null;
        await clear(row);
      }
    },

    async read(tokenKey, length, fromMs, toMs) {
      const found: Stored<PriceBucket>[] = [];
      const query = {
        where: { series: seriesOf(tokenKey, length) },
        range: { field: 'bucketAtMs', from: fromMs, to: toMs },
        sort: { field: 'bucketAtMs', order: 'ascending' },
        limit: PAGE,
      } as const;
      for await (const { rows } of pagesOf((after) => buckets.find({ ...query, ...after }))) {
        for (const row of rows) {
          if (isSound(row)) found.push(row);
          else await clear(row);
        }
      }
      return found;
    },
  };

  async function clear({ _id }: Stored<PriceBucket>): Promise<void> {
    deps.onCorrupt(_id);
    await buckets.remove(_id);
  }

  async function keepMinute(minute: PriceBucket): Promise<PriceBucket> {
    const id = idOf(minute);
    for (;;) {
      const result = await buckets.insert(id, minute);
      if (result.inserted) return minute;
      const there = result.exists;
      if (!isSound(there)) {
        await clear(there);
        continue;
      }
      if (there.tickAtMs >= minute.tickAtMs) return there;
      const newer = { ...minute, highUsd: higherOf(there.highUsd, minute.highUsd) };
      if (await buckets.update(id, there.rev, newer)) return newer;
    }
  }

  async function raiseHour(tokenKey: string, hour: PriceBucket): Promise<void> {
    const { bucketAtMs } = hour;
    const known = hours.get(tokenKey);
    if (known?.bucketAtMs === bucketAtMs && higherOf(known.highUsd, hour.highUsd) === known.highUsd) return;
    const id = idOf(hour);
    let highUsd = hour.highUsd;
    for (;;) {
      const result = await buckets.insert(id, hour);
      if (result.inserted) break;
      const there = result.exists;
      if (!isSound(there)) {
        await clear(there);
        continue;
      }
      highUsd = higherOf(there.highUsd, hour.highUsd);
      if (highUsd === there.highUsd) break;
      if (await buckets.update(id, there.rev, { ...withoutStored(there), highUsd })) break;
    }
    if (hours.size >= MOST_HOURS && !hours.has(tokenKey)) hours.clear();
    hours.set(tokenKey, { bucketAtMs, highUsd });
  }
}

/** Returns the higher of two prices; the first price when both are equal. */
export function higherOf(a: string, b: string): string {
  return compareRationals(parseRational(a), parseRational(b)) >= 0 ? a : b;
}

function bucketOf(tokenKey: string, length: 'minute' | 'hour', tick: Tick): PriceBucket {
  const lengthMs = length === 'minute' ? MINUTE_MS : HOUR_MS;
  const bucketAtMs = Math.floor(tick.tickAtMs / lengthMs) * lengthMs;
  const expiresAtMs = bucketAtMs + lengthMs + (length === 'minute' ? MINUTES_KEPT_MS : HOURS_KEPT_MS);
  return {
    ...tick,
    series: seriesOf(tokenKey, length),
    bucketAtMs,
    highUsd: highOf({ ...tick, isTrusted: tick.doubt === null }),
    expiresAtMs,
  };
}

function seriesOf(tokenKey: string, length: 'minute' | 'hour'): string {
  return `${tokenKey}/${length}`;
}

function idOf({ series, bucketAtMs }: PriceBucket): string {
  return `${series}/${bucketAtMs}`;
}

function withoutStored({ _id, rev, ...bucket }: Stored<PriceBucket>): PriceBucket {
  return bucket;
}
