import type { TickReport } from '../engine/feed.ts';

/** What a tick has counted so far; its report has the rest. */
export type TickCounts = { -readonly [K in Exclude<keyof TickReport, 'tickAtMs' | 'tookMs' | 'missed'>]: number };

export function noCounts(): TickCounts {
  return { due: 0, triggered: 0, stepped: 0, committed: 0, failed: 0, effectsWoken: 0, factsFetched: 0 };
}
