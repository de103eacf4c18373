import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from '@dagrejs/dagre';
import { attachEnds } from './attach-ends.ts';
import type { Point, Rect } from './geometry.ts';
import type { LevelEdge, LevelLayout, LevelNode, Route, Stop } from './level.ts';
import { straightened } from './straightened.ts';
import { trackRoutes } from './track-routes.ts';

const BETWEEN_NODES = 32;
const BETWEEN_EDGES = 18;

/**
 * Lays out the boxes of one container from top to bottom, with the edges between them. The layout library chooses the rank (row) of each
 * box, the order within a rank, and the columns. Heights and the lines between ranks are computed here: lines run vertically through ranks,
 * and horizontally between them, each on its own track.
 */
export function layoutLevel(nodes: readonly LevelNode[], edges: readonly LevelEdge[]): LevelLayout {
  if (edges.length === 0) return inOneRow(nodes);
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ nodesep: BETWEEN_NODES, edgesep: BETWEEN_EDGES, ranksep: 40 });
  for (const { id, width, height, before } of nodes) graph.setNode(id, { width: width + before, height });
  for (const { from, to, label } of edges) graph.setEdge(from, to, { width: label.width, height: label.height, labelpos: 'c' });
  layout(graph);

  const laid = nodes.map((node) => ({ ...node, ...placeOf(graph.node(node.id)) }));
  const routed = edges.map((edge) => {
    const laidEdge = graph.edge(edge.from, edge.to);
    return { ...edge, ...placeOf(laidEdge), inner: (laidEdge.points ?? []).slice(1, -1).map(placeOf) };
  });
  const rankOf = ranksOf([...laid, ...routed, ...routed.flatMap(({ inner }) => inner)]);
  const boxes = new Map(
    laid.map(({ id, x, y, width, height, before }) => [
      id,
      { rank: rankOf(y), left: x - (width + before) / 2 + before, width, height, before },
    ]),
  );
  const routes = attachEnds(
    routed.map(({ from, to, inner }) => ({ from, to, inner: inner.map(({ x, y }): Stop => ({ rank: rankOf(y), x })) })),
    boxes,
  );
  return trackRoutes({
    boxes,
    routes: routes.map(({ from, to, stops }, index): Route => {
      const { id, label, x, y } = routed[index] ?? NO_EDGE;
      const rank = rankOf(y);
      const ways = straightened(stops);
      return { id, from, to, stops: ways, label: { ...label, rank, x: ways.find((stop) => stop.rank === rank)?.x ?? x } };
    }),
  });
}

const NO_EDGE = { id: '', label: { width: 0, height: 0 }, x: 0, y: 0 };

/** Reads a position from the layout library, which omits the coordinates of elements that it did not place. */
function placeOf({ x = 0, y = 0 }: { readonly x?: number | undefined; readonly y?: number | undefined }): Point {
  return { x, y };
}

/** Lays out boxes without edges in one row and gives them equal heights. Used for the regions of a parallel state. */
function inOneRow(nodes: readonly LevelNode[]): LevelLayout {
  const height = Math.max(0, ...nodes.map((node) => node.height));
  const placed = new Map<string, Rect>();
  let x = 0;
  for (const { id, width, before } of nodes) {
    placed.set(id, { x: x + before, y: 0, width, height });
    x += before + width + BETWEEN_NODES / 2;
  }
  return { width: Math.max(0, x - BETWEEN_NODES / 2), height, nodes: placed, edges: [] };
}

/**
 * Returns a function that converts the vertical center of a box to the box's rank (row), counted from the top. Centers of one rank may
 * differ by rounding errors.
 */
function ranksOf(things: readonly Point[]): (y: number) => number {
  const middles: number[] = [];
  for (const { y } of [...things].sort((a, b) => a.y - b.y)) if (y - (middles.at(-1) ?? Number.NEGATIVE_INFINITY) > 1) middles.push(y);
  return (y) =>
    Math.max(
      0,
      middles.findLastIndex((middle) => middle <= y + 0.001),
    );
}
