import type { TickReport } from '../engine/feed.ts';

/** The counts of a running tick. The tick's report adds the other values. */
export type TickCounts = { -readonly [K in Exclude<keyof TickReport, 'tickAtMs' | 'tookMs' | 'missed'>]: number };

export function noCounts(): TickCounts {
  return { due: 0, triggered: 0, stepped: 0, committed: 0, failed: 0, effectsWoken: 0, factsFetched: 0 };
}
