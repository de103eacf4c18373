import { compareRationals, parseRational, type Rational } from '../../values/rational.ts';

/** A bucket of time and the highest price in it. */
export type Bucket = { readonly startMs: number; readonly endMs: number; readonly highUsd: string };

/**
 * The highest prices of every window that ends now, for one token. Only buckets count that no later one reaches, so that a look-up is a
 * binary search, and a month of prices is a few dozen entries unless the price falls all the time.
 */
export type HighWindow = {
  /** A bucket that is there already may be told again. One that comes late counts as if it had ended with the newest: never too low. */
  add(bucket: Bucket): void;
  /** Of the buckets that are not over by `fromMs`; null: there is none. */
  highSince(fromMs: number): string | null;
  /** Forgets what is over by then, and all but the highest of each hour that is over by `coarseBeforeMs`. */
  trim(bounds: { readonly forgetBeforeMs: number; readonly coarseBeforeMs: number }): void;
  size(): number;
};

const HOUR_MS = 3_600_000;

type Entry = Bucket & { readonly high: Rational };

export function createHighWindow(): HighWindow {
  /** Oldest first; each higher than all behind it. */
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
        // Windows that reach so far begin on an hour: of each only the first, which is the highest, can be found.
        const isHidden = endMs <= coarseBeforeMs && hour === lastHour;
        lastHour = hour;
        return !isHidden;
      });
    },

    size: () => entries.length,
  };

  /** The first entry that is not over by `fromMs`. */
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
