/**
 * Returns the first scheduled time (UTC ms) after `afterMs`. Scheduled times start at `fromMs` and repeat at the interval. Missed times are
 * skipped, so a gap does not cause a burst of trades.
 */
export function nextOnGrid(fromMs: number, intervalSeconds: number, afterMs: number): number {
  const step = intervalSeconds * 1000;
  return fromMs > afterMs ? fromMs : fromMs + (Math.floor((afterMs - fromMs) / step) + 1) * step;
}
