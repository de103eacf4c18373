import { centreOf, type Point, type Rect } from './geometry.ts';
import type { PlacedEdge } from './layout-level.ts';

type Route = PlacedEdge & { readonly from: string; readonly to: string };
type End = {
  readonly route: number;
  readonly which: 'start' | 'end';
  readonly box: string;
  readonly isBelow: boolean;
  readonly wished: number;
};

const APART = 18;
/** No edge leaves from a rounded corner. */
const FROM_CORNER = 16;

/**
 * Ends each edge upright at its box, straight towards where it goes if that is below or above the box; several edges on one side of a box
 * keep their order and a distance. Without it all of them would meet at the middle.
 */
export function attachEnds(routes: readonly Route[], boxes: ReadonlyMap<string, Rect>): PlacedEdge[] {
  const ends = routes.flatMap(({ from, to, points }, route) => [
    endAt(route, 'start', from, points[0], boxes),
    endAt(route, 'end', to, points.at(-1), boxes),
  ]);
  const attached = new Map<string, Point>();
  for (const side of sidesOf(ends)) {
    const box = boxes.get(side[0]?.box ?? '');
    if (box === undefined) continue;
    const places = spread(
      side.map(({ wished }) => wished),
      box,
    );
    side.forEach(({ route, which, isBelow }, index) => {
      const x = places[index] ?? centreOf(box).x;
      attached.set(`${route} ${which}`, { x, y: isBelow ? box.y + box.height : box.y });
    });
  }
  return routes.map(({ id, points, label }, route) => {
    const start = attached.get(`${route} start`);
    const end = attached.get(`${route} end`);
    return { id, label, points: [...(start === undefined ? [] : [start]), ...points, ...(end === undefined ? [] : [end])] };
  });
}

function endAt(route: number, which: End['which'], box: string, next: Point | undefined, boxes: ReadonlyMap<string, Rect>): End {
  const rect = boxes.get(box);
  const centre = rect === undefined ? { x: 0, y: 0 } : centreOf(rect);
  return { route, which, box, isBelow: (next?.y ?? 0) > centre.y, wished: next?.x ?? centre.x };
}

/** Ends that share a side of a box, from left to right. */
function sidesOf(ends: readonly End[]): End[][] {
  const sides = new Map<string, End[]>();
  for (const end of ends) {
    const key = `${end.isBelow} ${end.box}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  }
  return [...sides.values()].map((side) => side.sort((a, b) => a.wished - b.wished));
}

/** Places as near to those wished as order, distance and the side's length allow. */
function spread(wished: readonly number[], { x, width }: Rect): number[] {
  const margin = Math.min(FROM_CORNER, width / 4);
  const first = x + margin;
  const last = x + width - margin;
  const apart = wished.length > 1 ? Math.min(APART, (last - first) / (wished.length - 1)) : 0;
  const places = wished.map((place) => Math.min(last, Math.max(first, place)));
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i] ?? 0, (places[i - 1] ?? 0) + apart);
  for (let i = places.length - 1, most = last; i >= 0; i -= 1, most -= apart) places[i] = Math.min(places[i] ?? 0, most);
  return places;
}
