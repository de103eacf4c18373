import type { TickNote } from '../../../../values/inspection/overview.ts';
import { formatClock, formatDuration, formatNumber } from '../../kit/format.ts';
import type { Bar } from './bar.ts';

/** Maximum number of ticks (the node's runs once a minute) that fit into the chart. */
export const MOST_TICKS = 60;

/**
 * Converts ticks (the node's runs once a minute) to bars, oldest first. The height of a bar is the duration of the tick. A tick in which a
 * step failed is marked as failed over its whole height, because the duration of the failed step is unknown.
 */
export function tickBars(newestFirst: readonly TickNote[]): readonly Bar[] {
  return newestFirst
    .slice(0, MOST_TICKS)
    .reverse()
    .map((tick) => ({ key: tick.tickAtMs, value: tick.tookMs, bad: tick.failed > 0 ? tick.tookMs : 0, detail: sentenceOf(tick) }));
}

function sentenceOf({ tickAtMs, tookMs, due, triggered, stepped, committed, failed, effectsWoken, missed }: TickNote): string {
  const parts = [
    `${formatClock(tickAtMs)}: ${formatDuration(tookMs)}`,
    `${formatNumber(due)} due`,
    ...(triggered > 0 ? [`${formatNumber(triggered)} triggered`] : []),
    `${formatNumber(stepped)} stepped`,
    `${formatNumber(committed)} committed`,
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(effectsWoken > 0 ? [`${formatNumber(effectsWoken)} waiting effects started`] : []),
    ...(missed > 0 ? [`${formatNumber(missed)} missed ticks (runs of scheduled work) before this one`] : []),
  ];
  return parts.join(', ');
}
