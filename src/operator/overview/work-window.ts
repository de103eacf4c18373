import type { WorkFigures } from '../../values/inspection/type-figures.ts';
import { MINUTE_MS, minuteOf } from './minute.ts';

/** Number of minutes in the time window whose work is measured, including the current minute. */
export const WINDOW_MINUTES = 15;
/**
 * Number of buckets (classes of durations) for each doubling of the duration. With four buckets, the middle of a bucket differs from the
 * durations in it by less than a tenth.
 */
const STEPS_TO_DOUBLE = 4;
/** Number of buckets (classes of durations); the last bucket contains all durations longer than about an hour. */
const BUCKETS = 90;

type Slot = { minuteMs: number; failures: number; retries: number; postponed: number; readonly durations: Uint32Array };

/**
 * Work of one kind in the last minutes, for each minute: its durations, counted by bucket (class of durations), and its failures. The
 * memory use is constant.
 */
export type WorkWindow = {
  readonly done: (atMs: number, durationMs: number) => void;
  readonly failed: (atMs: number) => void;
  readonly retried: (atMs: number) => void;
  readonly postponed: (atMs: number) => void;
  /** Returns the figures of the window that ends at `nowMs`. `minutes` is the length of the window, from which the rate is computed. */
  readonly figures: (nowMs: number, minutes: number) => WorkFigures;
};

export function createWorkWindow(): WorkWindow {
  const slots: Slot[] = [];

  function slotAt(atMs: number): Slot | null {
    const minuteMs = minuteOf(atMs);
    const place = (minuteMs / MINUTE_MS) % WINDOW_MINUTES;
    const slot = slots[place];
    if (slot === undefined) {
      const made = { minuteMs, failures: 0, retries: 0, postponed: 0, durations: new Uint32Array(BUCKETS) };
      slots[place] = made;
      return made;
    }
    // If the clock was set back, the slot for the event's minute may already contain a later minute. The event is then not counted.
    if (slot.minuteMs > minuteMs) return null;
    if (slot.minuteMs < minuteMs) {
      slot.durations.fill(0);
      Object.assign(slot, { minuteMs, failures: 0, retries: 0, postponed: 0 });
    }
    return slot;
  }

  return {
    done(atMs, durationMs) {
      const slot = slotAt(atMs);
      const bucket = bucketOf(durationMs);
      if (slot !== null) slot.durations[bucket] = (slot.durations[bucket] ?? 0) + 1;
    },
    failed(atMs) {
      const slot = slotAt(atMs);
      if (slot !== null) slot.failures += 1;
    },
    retried(atMs) {
      const slot = slotAt(atMs);
      if (slot !== null) slot.retries += 1;
    },
    postponed(atMs) {
      const slot = slotAt(atMs);
      if (slot !== null) slot.postponed += 1;
    },
    figures(nowMs, minutes) {
      const fromMs = firstMinuteOf(nowMs);
      const sums = new Uint32Array(BUCKETS);
      let [failures, retries, postponed] = [0, 0, 0];
      for (const slot of Object.values(slots)) {
        if (slot.minuteMs < fromMs) continue;
        failures += slot.failures;
        retries += slot.retries;
        postponed += slot.postponed;
        for (const [bucket, count] of slot.durations.entries()) sums[bucket] = (sums[bucket] ?? 0) + count;
      }
      const count = sums.reduce((sum, each) => sum + each, 0);
      const perMinute = Math.round((count / Math.max(1, minutes)) * 10) / 10;
      return { count, perMinute, p50Ms: percentile(sums, count, 0.5), p95Ms: percentile(sums, count, 0.95), failures, retries, postponed };
    },
  };
}

/** Returns the start of the first minute of the time window that ends at `nowMs`. */
export function firstMinuteOf(nowMs: number): number {
  return minuteOf(nowMs) - (WINDOW_MINUTES - 1) * MINUTE_MS;
}

function bucketOf(durationMs: number): number {
  if (!(durationMs >= 1)) return 0;
  return Math.min(BUCKETS - 1, 1 + Math.floor(Math.log2(durationMs) * STEPS_TO_DOUBLE));
}

/**
 * Returns a percentile of the measured durations: the middle of the bucket up to which the fraction `share` (0 to 1) of all durations lies.
 */
function percentile(counts: Uint32Array, total: number, share: number): number | null {
  if (total === 0) return null;
  let below = 0;
  const bucket = counts.findIndex((count) => {
    below += count;
    return below >= total * share;
  });
  return bucket === 0 ? 0 : Math.round(2 ** ((bucket - 0.5) / STEPS_TO_DOUBLE));
}
