import { compareRationals, parseRational, type Rational } from '../../values/rational.ts';

/** A period of time, and a token's highest price in it, in dollars. */
export type Bucket = { readonly startMs: number; readonly endMs: number; readonly highUsd: string };

/**
 * Computes the highest price of one token for every time window that ends now. A bucket (a period with its highest price) is kept only
 * while no later bucket has a higher price. So a look-up is a binary search, and a month of prices needs only a few dozen buckets, unless
 * the price falls all the time.
 */
export type HighWindow = {
  /**
   * Adds a price bucket (a period with its highest price); safe to repeat. A bucket that arrives late is treated as if it ended with the
   * newest bucket, so that the computed highest price is never too low.
   */
  add(bucket: Bucket): void;
  /** Returns the highest price of all buckets (periods) that end after `fromMs`; null when there are no such buckets. */
  highSince(fromMs: number): string | null;
  /**
   * Removes buckets that ended before `forgetBeforeMs`. Of the buckets of each hour that ended before `coarseBeforeMs`, keeps only the one
   * with the highest price.
   */
  trim(bounds: { readonly forgetBeforeMs: number; readonly coarseBeforeMs: number }): void;
  size(): number;
};

const HOUR_MS = 3_600_000;

type Entry = Bucket & { readonly high: Rational };

export function createHighWindow(): HighWindow {
  /** The periods with their highest prices, oldest first. The highest price of each period is higher than those of all later periods. */
  let entries: Entry[] = [];

  return {
    add(bucket) {
      const high = parseRational(bucket.highUsd);
      const newest = entries.at(-1);
      if (newest !== undefined && newest.endMs >= bucket.endMs && compareRationals(newest.high, high) >= 0) return;
      while (isReached(entries.at(-1), high)) entries.pop();
      entries.push({ ...bucket, endMs: Math.max(bucket.endMs, newest?.endMs ?? 0), high });
    },

    highSince: (fromMs) => entries[firstAfter(fromMs)]?.highUsd ?? null,

    trim({ forgetBeforeMs, coarseBeforeMs }) {
      let lastHour: number | null = null;
      entries = entries.filter(({ startMs, endMs }) => {
        if (endMs <= forgetBeforeMs) return false;
        const hour = Math.floor(startMs / HOUR_MS);
        // Time windows that still include old entries begin on a full hour. Within an hour, the first entry has the highest price, so the
        // later entries of the same hour are not needed.
        const isHidden = endMs <= coarseBeforeMs && hour === lastHour;
        lastHour = hour;
        return !isHidden;
      });
    },

    size: () => entries.length,
  };

  /** Returns the index of the first entry whose period ends after `fromMs`. */
  function firstAfter(fromMs: number): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle]?.endMs ?? Number.POSITIVE_INFINITY) > fromMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isReached(entry: Entry | undefined, high: Rational): boolean {
  return entry !== undefined && compareRationals(entry.high, high) <= 0;
}
