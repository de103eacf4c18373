/**
 * Returns the first scheduled time (UTC ms) after `afterMs`. The schedule starts at `fromMs` and repeats at the interval. Missed times are
 * skipped, so that a downtime is not followed by several trades at the same time.
 */
export function nextOnGrid(fromMs: number, intervalSeconds: number, afterMs: number): number {
  const step = intervalSeconds * 1000;
  return fromMs > afterMs ? fromMs : fromMs + (Math.floor((afterMs - fromMs) / step) + 1) * step;
}
