import type { RankedBox, Stop } from './level.ts';

type Way = { readonly from: string; readonly to: string; readonly inner: readonly Stop[] };
type End = {
  readonly way: number;
  readonly which: 'first' | 'last';
  readonly box: string;
  readonly isBelow: boolean;
  readonly wished: number;
};

const APART = 18;
/** Minimum distance in pixels between the end of an edge of the chart and the rounded corners of the box where the edge ends. */
const FROM_CORNER = 16;

/**
 * Chooses the points where each edge leaves its first box and enters its last box. Each point is placed straight above or below the next
 * point of the edge, as far as the width of the box allows. Ends on the same side of a box keep their order and a minimum distance.
 */
export function attachEnds(
  ways: readonly Way[],
  boxes: ReadonlyMap<string, RankedBox>,
): { readonly from: string; readonly to: string; readonly stops: readonly Stop[] }[] {
  const places = new Map<string, number>();
  for (const side of sidesOf(ways.flatMap((way, index) => endsOf(way, index, boxes)))) {
    const box = boxes.get(side[0]?.box ?? '');
    if (box === undefined) continue;
    const spread = spreadOut(
      side.map(({ wished }) => wished),
      box,
    );
    side.forEach(({ way, which }, index) => {
      places.set(`${way} ${which}`, spread[index] ?? box.left);
    });
  }
  return ways.map(({ from, to, inner }, way) => ({
    from,
    to,
    stops: [
      { rank: boxes.get(from)?.rank ?? 0, x: places.get(`${way} first`) ?? 0 },
      ...inner,
      { rank: boxes.get(to)?.rank ?? 0, x: places.get(`${way} last`) ?? 0 },
    ],
  }));
}

function endsOf({ from, to, inner }: Way, way: number, boxes: ReadonlyMap<string, RankedBox>): End[] {
  const endAt = (which: End['which'], box: string, next: Stop | undefined): End => ({
    ...{ way, which, box },
    isBelow: (next?.rank ?? 0) > (boxes.get(box)?.rank ?? 0),
    wished: next?.x ?? 0,
  });
  return [endAt('first', from, inner[0]), endAt('last', to, inner.at(-1))];
}

/** Groups the ends of edges that share a side of a box. Each group is ordered from left to right. */
function sidesOf(ends: readonly End[]): End[][] {
  const sides = new Map<string, End[]>();
  for (const end of ends) {
    const key = `${end.isBelow} ${end.box}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  }
  return [...sides.values()].map((side) => side.sort((a, b) => a.wished - b.wished));
}

/**
 * Returns positions for the ends of edges on one side of a box, as near to the requested positions as possible: they must be in the same
 * order, have the minimum distance, and be within the side of the box.
 */
function spreadOut(wished: readonly number[], { left, width }: RankedBox): number[] {
  const margin = Math.min(FROM_CORNER, width / 4);
  const first = left + margin;
  const last = left + width - margin;
  const apart = wished.length > 1 ? Math.min(APART, (last - first) / (wished.length - 1)) : 0;
  const places = wished.map((place) => Math.min(last, Math.max(first, place)));
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i] ?? 0, (places[i - 1] ?? 0) + apart);
  for (let i = places.length - 1, most = last; i >= 0; i -= 1, most -= apart) places[i] = Math.min(places[i] ?? 0, most);
  return places;
}
