import type { TickReport } from '../engine/feed.ts';

/** The counts of a tick while it is running. The report at its end adds the tick's time, its duration and the number of missed ticks. */
export type TickCounts = { -readonly [K in Exclude<keyof TickReport, 'tickAtMs' | 'tookMs' | 'missed'>]: number };

export function noCounts(): TickCounts {
  return { due: 0, triggered: 0, stepped: 0, committed: 0, failed: 0, effectsWoken: 0, factsFetched: 0 };
}
