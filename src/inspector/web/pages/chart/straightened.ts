import type { Stop } from './level.ts';

/**
 * In the drawn statechart, an edge runs down a column. A kink is the sideways step from that column to the point at which the edge meets a
 * box. Kinks of at most this many pixels are removed by moving the column, which keeps at least half of its distance to other columns.
 */
const KINK = 8;

/**
 * Removes small kinks at the two ends of an edge. It moves the edge's first column to the point where the line leaves its first box, and
 * the last column to the point where the line enters its last box.
 */
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

  // An edge with a single column would keep a kink at one of its ends. So the whole edge, with its start, moves to the point where it
  // enters the last box.
  if (startRun === inner.length && toStart <= KINK && toEnd <= KINK) return stops.map((stop) => ({ ...stop, x: last.x }));

  const moved = inner.map((stop, index) => {
    const isOfStart = index < startRun && toStart <= KINK;
    const isOfEnd = index >= inner.length - endRun && toEnd <= KINK;
    if (isOfStart && (!isOfEnd || toStart <= toEnd)) return { ...stop, x: first.x };
    return isOfEnd ? { ...stop, x: last.x } : stop;
  });
  return [first, ...moved, last];
}
