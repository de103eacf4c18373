/**
 * Returns the first time (UTC ms) after `afterMs` on the grid that starts at `fromMs`. Missed times are skipped, so a gap causes no burst
 * of trades.
 */
export function nextOnGrid(fromMs: number, intervalSeconds: number, afterMs: number): number {
  const step = intervalSeconds * 1000;
  return fromMs > afterMs ? fromMs : fromMs + (Math.floor((afterMs - fromMs) / step) + 1) * step;
}
