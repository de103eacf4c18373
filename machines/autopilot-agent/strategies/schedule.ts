/** The first point of the grid through `fromMs` that is after `afterMs`: what was missed is skipped, so a gap makes no burst. */
export function nextOnGrid(fromMs: number, intervalSeconds: number, afterMs: number): number {
  const step = intervalSeconds * 1000;
  return fromMs > afterMs ? fromMs : fromMs + (Math.floor((afterMs - fromMs) / step) + 1) * step;
}
