import type { Stop } from './level.ts';

/** A smaller change of column is a kink; moving the column by as much brings it no nearer to its neighbours than half of what is between. */
const KINK = 8;

/** The same way without small kinks at its ends: the first and the last column that it keeps to move to where it leaves and meets its boxes. */
export function straightened(stops: readonly Stop[]): readonly Stop[] {
  const first = stops[0];
  const last = stops.at(-1);
  if (first === undefined || last === undefined || stops.length < 3) return stops;
  const inner = stops.slice(1, -1);
  const startX = inner[0]?.x ?? first.x;
  const endX = inner.at(-1)?.x ?? last.x;
  const changes = inner.findIndex(({ x }) => x !== startX);
  const startRun = changes === -1 ? inner.length : changes;
  const endRun = inner.length - 1 - inner.findLastIndex(({ x }) => x !== endX);
  const [toStart, toEnd] = [Math.abs(first.x - startX), Math.abs(last.x - endX)];

  // One column all the way: the first end gives way to the last one.
  if (startRun === inner.length && toStart <= KINK && toEnd <= KINK) return stops.map((stop) => ({ ...stop, x: last.x }));

  const moved = inner.map((stop, index) => {
    const isOfStart = index < startRun && toStart <= KINK;
    const isOfEnd = index >= inner.length - endRun && toEnd <= KINK;
    if (isOfStart && (!isOfEnd || toStart <= toEnd)) return { ...stop, x: first.x };
    return isOfEnd ? { ...stop, x: last.x } : stop;
  });
  return [first, ...moved, last];
}
