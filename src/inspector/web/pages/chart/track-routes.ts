import type { Point, Rect } from './geometry.ts';
import type { LevelLayout, RankedBox, Route, Stop } from './level.ts';

/** Height in pixels of the gap between two ranks in which no edge changes its column. */
const LEAST_GAP = 24;
/** The distance from a rank to the first horizontal track below it, in pixels: the length of an arrowhead and a rounded corner. */
const TO_TRACK = 17;
const BETWEEN_TRACKS = 9;

/**
 * Computes the heights of the ranks and the lines of the edges. An edge runs vertically along its column. Where it changes to another
 * column, it has a horizontal segment between two ranks.
 */
export function trackRoutes({
  boxes,
  routes,
}: {
  readonly boxes: ReadonlyMap<string, RankedBox>;
  readonly routes: readonly Route[];
}): LevelLayout {
  const jogs = jogsOf(routes);
  const tracks = new Map([...byGap(jogs)].map(([gap, inGap]) => [gap, tracksOf(inGap)]));
  const ranks = ranksWithHeights(boxes, routes, (gap) => Math.max(0, ...[...(tracks.get(gap)?.values() ?? [])].map((track) => track + 1)));

  const nodes = new Map(
    [...boxes].map(([id, { rank, left, width, height }]): [string, Rect] => [
      id,
      { x: left, y: middleOf(ranks[rank]) - height / 2, width, height },
    ]),
  );
  const edges = routes.map(({ id, from, to, stops, label }, route) => ({
    id,
    points: pointsOf(stops, nodes.get(from), nodes.get(to), (gap) => {
      const track = tracks.get(gap)?.get(route);
      const above = ranks[gap];
      return track === undefined || above === undefined ? null : above.bottom + TO_TRACK + track * BETWEEN_TRACKS;
    }),
    label: { x: label.x - label.width / 2, y: middleOf(ranks[label.rank]) - label.height / 2, width: label.width, height: label.height },
  }));
  return moved(nodes, edges, (id) => boxes.get(id)?.before ?? 0);
}

/**
 * A place where an edge changes its column, in the gap below rank `gap`. `top` and `bottom` are the horizontal positions of the edge's
 * columns above and below that gap.
 */
type Jog = { readonly route: number; readonly gap: number; readonly top: number; readonly bottom: number };

function jogsOf(routes: readonly Route[]): Jog[] {
  return routes.flatMap(({ stops }, route) =>
    stops.slice(1).flatMap((stop, index) => {
      const before = stops[index];
      if (before === undefined || before.x === stop.x) return [];
      const [upper, lower] = before.rank < stop.rank ? [before, stop] : [stop, before];
      return [{ route, gap: upper.rank, top: upper.x, bottom: lower.x }];
    }),
  );
}

function byGap(jogs: readonly Jog[]): Map<number, Jog[]> {
  const gaps = new Map<number, Jog[]>();
  for (const jog of jogs) gaps.set(jog.gap, [...(gaps.get(jog.gap) ?? []), jog]);
  return gaps;
}

/**
 * Assigns a horizontal track to each edge that changes its column in the gap between two ranks. Tracks are numbered from the top. Segments that would touch get different tracks;
 * their order keeps parallel segments from crossing.
 */
function tracksOf(jogs: readonly Jog[]): Map<number, number> {
  const right = jogs.filter(({ top, bottom }) => bottom > top).sort((a, b) => b.top - a.top);
  const left = jogs.filter(({ top, bottom }) => bottom <= top).sort((a, b) => a.top - b.top);
  const placed: { readonly jog: Jog; readonly track: number }[] = [];
  for (const jog of [...right, ...left]) {
    const over = placed.filter((other) => touch(other.jog, jog)).map(({ track }) => track);
    placed.push({ jog, track: Math.max(-1, ...over) + 1 });
  }
  return new Map(placed.map(({ jog, track }) => [jog.route, track]));
}

function touch(a: Jog, b: Jog): boolean {
  const room = 8;
  return Math.min(a.top, a.bottom) - room < Math.max(b.top, b.bottom) && Math.min(b.top, b.bottom) - room < Math.max(a.top, a.bottom);
}

type Rank = { readonly top: number; readonly bottom: number };

function ranksWithHeights(boxes: ReadonlyMap<string, RankedBox>, routes: readonly Route[], tracksIn: (gap: number) => number): Rank[] {
  const heights: number[] = [];
  const note = (rank: number, height: number) => {
    for (let i = heights.length; i <= rank; i += 1) heights.push(0);
    heights[rank] = Math.max(heights[rank] ?? 0, height);
  };
  for (const { rank, height } of boxes.values()) note(rank, height);
  for (const { label, stops } of routes) {
    note(label.rank, label.height);
    for (const { rank } of stops) note(rank, 0);
  }
  let y = 0;
  return heights.map((height, rank) => {
    const placed = { top: y, bottom: y + height };
    const tracks = tracksIn(rank);
    y = placed.bottom + (tracks === 0 ? LEAST_GAP : 2 * TO_TRACK + (tracks - 1) * BETWEEN_TRACKS);
    return placed;
  });
}

function middleOf(rank: Rank | undefined): number {
  return rank === undefined ? 0 : (rank.top + rank.bottom) / 2;
}

function pointsOf(stops: readonly Stop[], from: Rect | undefined, to: Rect | undefined, trackY: (gap: number) => number | null): Point[] {
  const first = stops[0];
  const last = stops.at(-1);
  if (first === undefined || last === undefined || from === undefined || to === undefined) return [];
  const isDown = (stops[1]?.rank ?? 0) > first.rank;
  const points: Point[] = [{ x: first.x, y: isDown ? from.y + from.height : from.y }];
  stops.slice(1).forEach((stop, index) => {
    const before = stops[index];
    const y = before === undefined ? null : trackY(Math.min(before.rank, stop.rank));
    if (before === undefined || y === null || before.x === stop.x) return;
    points.push({ x: before.x, y }, { x: stop.x, y });
  });
  points.push({ x: last.x, y: isDown ? to.y : to.y + to.height });
  return points;
}

/**
 * Shifts all boxes and edges so that the upper left corner of the whole drawing is at 0, 0. Without the shift, edges beyond the boxes could
 * have negative coordinates.
 */
function moved(nodes: ReadonlyMap<string, Rect>, edges: LevelLayout['edges'], beforeOf: (id: string) => number): LevelLayout {
  const kept = [...nodes].map(([id, { x, width, ...rest }]) => ({ ...rest, x: x - beforeOf(id), width: width + beforeOf(id) }));
  const corners = [...kept, ...edges.map(({ label }) => label)].flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  const all = [...corners, ...edges.flatMap(({ points }) => points)];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const shift = <T extends Point>(thing: T): T => ({ ...thing, x: thing.x - left, y: thing.y - top });
  return {
    width: Math.max(...all.map(({ x }) => x)) - left,
    height: Math.max(...all.map(({ y }) => y)) - top,
    nodes: new Map([...nodes].map(([id, rect]) => [id, shift(rect)])),
    edges: edges.map(({ id, points, label }) => ({ id, points: points.map(shift), label: shift(label) })),
  };
}
