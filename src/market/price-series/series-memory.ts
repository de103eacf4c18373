import { createHighWindow, type HighWindow } from './high-window.ts';
import {
  HOUR_MS,
  HOURS_KEPT_MS,
  higherOf,
  MINUTE_MS,
  MINUTES_KEPT_MS,
  type PriceBucket,
  type PriceRepository,
} from './price-repository.ts';

/**
 * Caches recorded prices on this node, so that the store is not read for each token every minute. Contains the newest price bucket (minute)
 * of each token, and the highest prices of every token for which a time window was requested. Minutes that are missing are read from the
 * store, where other nodes may have recorded them. The size is limited: the least recently used token is removed.
 */
export type SeriesMemory = {
  /** Returns the newest price bucket (minute) of a token within the last day; null when there is none. */
  newest(tokenKey: string, atMs: number): Promise<PriceBucket | null>;
  /** Adds a price bucket (minute) of a token that was just stored. */
  remember(tokenKey: string, bucket: PriceBucket): void;
  /** Returns a token's highest price in the minutes and hours that end after `fromMs`. */
  highSince(tokenKey: string, fromMs: number, atMs: number): Promise<string | null>;
};

type Known = {
  newest: PriceBucket | null;
  /** Time (UTC ms) up to which the token's per-minute prices are in memory: the prices of all earlier minutes have been loaded. */
  untilMs: number;
  /** The token's highest prices; null until a time window is requested for the first time. */
  window: HighWindow | null;
};

/** Maximum time in ms by which a recorded time may be ahead of this node's clock. A larger difference is caused by a wrong clock. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

export function createSeriesMemory(deps: { readonly repository: PriceRepository; readonly mostTokens?: number }): SeriesMemory {
  const { repository, mostTokens = 2_000 } = deps;
  // A Map keeps the order of insertion, and a token's entry is inserted again each time it is used. So the first key is the least recently
  // used token.
  const tokens = new Map<string, Known>();
  const reading = new Map<string, Promise<void>>();

  return {
    async newest(tokenKey, atMs) {
      return (await caughtUp(tokenKey, atMs, false)).newest;
    },

    remember(tokenKey, bucket) {
      const known = tokens.get(tokenKey);
      if (known === undefined) return;
      learn(known, bucket);
      if (known.untilMs >= bucket.bucketAtMs) known.untilMs = Math.max(known.untilMs, bucket.bucketAtMs + MINUTE_MS);
    },

    async highSince(tokenKey, fromMs, atMs) {
      const { window, newest } = await caughtUp(tokenKey, atMs, true);
      const high = window?.highSince(fromMs) ?? null;
      // The newest price is compared with the highest price of the time window, because the newest price may have been stored while the
      // window was being read.
      if (newest === null || newest.bucketAtMs + MINUTE_MS <= fromMs) return high;
      return high === null ? newest.highUsd : higherOf(high, newest.highUsd);
    },
  };

  async function caughtUp(tokenKey: string, atMs: number, needsWindow: boolean): Promise<Known> {
    for (;;) {
      const known = tokens.get(tokenKey);
      if (known !== undefined && known.untilMs >= minuteOf(atMs) && (known.window !== null || !needsWindow)) {
        keep(tokenKey, known);
        return known;
      }
      const running = reading.get(tokenKey);
      if (running !== undefined) {
        await running;
        continue;
      }
      const work = read(tokenKey, known, atMs, needsWindow).finally(() => reading.delete(tokenKey));
      reading.set(tokenKey, work);
      await work;
    }
  }

  async function read(tokenKey: string, before: Known | undefined, atMs: number, needsWindow: boolean): Promise<void> {
    const toMs = atMs + MAX_AHEAD_MS;
    const isRecent = before !== undefined && atMs - before.untilMs < MINUTES_KEPT_MS - HOUR_MS;
    const known: Known = before ?? { newest: null, untilMs: 0, window: null };
    if (isRecent && (known.window !== null || !needsWindow)) {
      for (const bucket of await repository.read(tokenKey, 'minute', known.untilMs, toMs)) learn(known, bucket);
    } else if (needsWindow) {
      const { buckets, window } = await readWindow(tokenKey, atMs, toMs);
      known.window = window;
      for (const bucket of buckets) learn(known, bucket);
    } else {
      known.window = null;
      known.newest = await repository.newest(tokenKey, atMs - MINUTES_KEPT_MS, toMs);
    }
    known.untilMs = minuteOf(atMs);
    known.window?.trim({ forgetBeforeMs: atMs - HOURS_KEPT_MS, coarseBeforeMs: atMs - MINUTES_KEPT_MS });
    keep(tokenKey, known);
  }

  /**
   * Reads the prices of the hours before the first stored minute that starts on a full hour, so that hours and minutes do not overlap. The
   * caller adds the prices of the minutes.
   */
  async function readWindow(
    tokenKey: string,
    atMs: number,
    toMs: number,
  ): Promise<{ readonly buckets: readonly PriceBucket[]; readonly window: HighWindow }> {
    const minutesFromMs = Math.ceil((atMs - MINUTES_KEPT_MS) / HOUR_MS) * HOUR_MS;
    const [hours, buckets] = await Promise.all([
      repository.read(tokenKey, 'hour', atMs - HOURS_KEPT_MS, minutesFromMs - 1),
      repository.read(tokenKey, 'minute', minutesFromMs, toMs),
    ]);
    const window = createHighWindow();
    for (const { bucketAtMs, highUsd } of hours) window.add({ startMs: bucketAtMs, endMs: bucketAtMs + HOUR_MS, highUsd });
    return { buckets, window };
  }

  function keep(tokenKey: string, known: Known): void {
    tokens.delete(tokenKey);
    tokens.set(tokenKey, known);
    const [oldest] = tokens.keys();
    if (tokens.size > mostTokens && oldest !== undefined) tokens.delete(oldest);
  }
}

function learn(known: Known, bucket: PriceBucket): void {
  if (known.newest === null || bucket.tickAtMs >= known.newest.tickAtMs) known.newest = bucket;
  known.window?.add({ startMs: bucket.bucketAtMs, endMs: bucket.bucketAtMs + MINUTE_MS, highUsd: bucket.highUsd });
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
