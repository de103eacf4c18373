import { Graph, layout } from '@dagrejs/dagre';
import { attachEnds } from './attach-ends.ts';
import { centreOf, type Point, type Rect, type Size } from './geometry.ts';

export type LevelNode = Size & { readonly id: string };
/** `label` is null for an edge without text. */
export type LevelEdge = { readonly id: string; readonly from: string; readonly to: string; readonly label: Size | null };
export type PlacedEdge = { readonly id: string; readonly points: readonly Point[]; readonly label: Rect | null };
export type LevelLayout = Size & { readonly nodes: ReadonlyMap<string, Rect>; readonly edges: readonly PlacedEdge[] };

const BETWEEN_NODES = 36;
const BETWEEN_EDGES = 20;
/** The layout halves it, to make room for labels half-way. */
const BETWEEN_RANKS = 52;

/** Places the boxes of one container from top to bottom, with the edges between them. The first node is where a reader begins. */
export function layoutLevel(nodes: readonly LevelNode[], edges: readonly LevelEdge[]): LevelLayout {
  const graph = new Graph();
  graph.setGraph({ nodesep: BETWEEN_NODES, edgesep: BETWEEN_EDGES, ranksep: BETWEEN_RANKS });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { from, to, label } of edges) {
    graph.setEdge(from, to, label === null ? {} : { width: label.width, height: label.height, labelpos: 'c' });
  }
  layout(graph);

  const placed = new Map(nodes.map(({ id }) => [id, rectOf(graph.node(id))]));
  const routes = edges.map(({ id, from, to, label }) => {
    const { points, x, y } = readEdge(graph.edge(from, to));
    return { id, from, to, points, label: label === null ? null : rectOf({ x, y, width: label.width, height: label.height }) };
  });
  const bands = bandsOf([...placed.values(), ...routes.flatMap(({ label }) => (label === null ? [] : [label]))]);
  const straight = routes.map((route) => ({ ...route, points: alongBands(route.points, bands) }));
  const attached = attachEnds(straight, placed);
  return moved(placed, attached);
}

type Placed = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The layout speaks of centres. */
function rectOf({ x, y, width, height }: Placed): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function readEdge(edge: { points?: Point[]; x?: number; y?: number }): { points: readonly Point[]; x: number; y: number } {
  return { points: edge.points ?? [], x: edge.x ?? 0, y: edge.y ?? 0 };
}

/** Heights of the ranks, by their centre. */
function bandsOf(rects: readonly Rect[]): ReadonlyMap<number, number> {
  const heights = new Map<number, number>();
  for (const rect of rects) {
    const y = Math.round(centreOf(rect).y);
    heights.set(y, Math.max(heights.get(y) ?? 0, rect.height));
  }
  return heights;
}

/** An edge that passes a rank crosses it upright, else it would cut the corners of tall boxes beside it. */
function alongBands(points: readonly Point[], bands: ReadonlyMap<number, number>): readonly Point[] {
  const inner = points.slice(1, -1);
  const isDownward = (points.at(-1)?.y ?? 0) >= (points[0]?.y ?? 0);
  return inner.flatMap(({ x, y }) => {
    const half = ((bands.get(Math.round(y)) ?? 0) / 2) * (isDownward ? 1 : -1);
    return half === 0
      ? [{ x, y }]
      : [
          { x, y: y - half },
          { x, y: y + half },
        ];
  });
}

/** Everything with its upper left corner at 0, 0: edges may have gone beyond the boxes. */
function moved(nodes: ReadonlyMap<string, Rect>, edges: readonly PlacedEdge[]): LevelLayout {
  const corners = [
    ...[...nodes.values(), ...edges.flatMap(({ label }) => (label === null ? [] : [label]))].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...edges.flatMap(({ points }) => points),
  ];
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const shift = <T extends Point>(thing: T): T => ({ ...thing, x: thing.x - left, y: thing.y - top });
  return {
    width: Math.max(...corners.map(({ x }) => x)) - left,
    height: Math.max(...corners.map(({ y }) => y)) - top,
    nodes: new Map([...nodes].map(([id, rect]) => [id, shift(rect)])),
    edges: edges.map(({ id, points, label }) => ({ id, points: points.map(shift), label: label === null ? null : shift(label) })),
  };
}
