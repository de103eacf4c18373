import type { Chart, ChartState } from '../../../../values/inspection/chart.ts';
import { type BoxRow, boxRows } from './box-rows.ts';
import { type ChartGraph, chartGraph, type GraphEdge, type TransitionLine } from './chart-graph.ts';
import { type EdgeLabel, edgeLabel } from './edge-label.ts';
import { type Point, type Rect, type Size, turned } from './geometry.ts';
import { layoutLevel } from './layout-level.ts';
import type { LevelLayout } from './level.ts';
import { CHART_TEXT, fitText, textWidth } from './text-width.ts';

export type Direction = 'down' | 'right';

export type ChartBox = Rect & {
  readonly path: string;
  readonly state: ChartState;
  readonly title: string;
  readonly rows: readonly BoxRow[];
  /** All transitions that the state's box lists; `rows` may show fewer of them. */
  readonly listed: readonly TransitionLine[];
  readonly isContainer: boolean;
  /** Whether the state is a child of a parallel state. */
  readonly isRegion: boolean;
  readonly depth: number;
};

export type ChartEdge = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly TransitionLine[];
  readonly points: readonly Point[];
  readonly label: EdgeLabel & Point;
};

/** The line from a dot to the initial state of a container. */
export type InitialMark = { readonly path: string; readonly points: readonly Point[] };

export type ChartLayout = Size & {
  /** The boxes of the states; each container comes before the states inside it. */
  readonly boxes: readonly ChartBox[];
  readonly edges: readonly ChartEdge[];
  readonly initials: readonly InitialMark[];
  readonly legend: readonly TransitionLine[];
};

/** Width in pixels of the space in front of an initial state. The space contains the dot that marks the state as initial. */
const INITIAL_MARK = 28;
const MARGIN = 12;
const INNER_MARGIN = 18;
const LEAST_WIDTH = 92;
const MOST_TEXT = 260;

type Made = Omit<ChartLayout, 'legend'>;

/** Computes the positions of all boxes, edges and labels of a chart. `nested` is the direction of the layout inside states. */
export function layoutChart(chart: Chart, direction: Direction, nested: Direction = direction): ChartLayout {
  const graph = chartGraph(chart);
  const made = layoutContainer({ graph, chart, nested }, null, direction, 0);
  return {
    ...shiftAll(made, { x: MARGIN, y: MARGIN }),
    width: made.width + 2 * MARGIN,
    height: made.height + 2 * MARGIN,
    legend: graph.legend,
  };
}

type Task = { readonly graph: ChartGraph; readonly chart: Chart; readonly nested: Direction };

/**
 * Lays out the children of a state, or of the chart itself. First the inside of each child is laid out; then the child is treated as one
 * box.
 */
function layoutContainer(task: Task, container: ChartState | null, direction: Direction, depth: number): Made {
  const { graph, chart, nested } = task;
  const path = container?.path ?? '';
  const children = (graph.children.get(path) ?? []).map((state) => {
    const inside = graph.children.has(state.path) ? layoutContainer(task, state, nested, depth + 1) : null;
    return { ...headOf(state, graph), inside };
  });
  const initial = container === null ? chart.initial : container.kind === 'parallel' ? null : container.initial;
  const entered = children.find(({ state }) => state.path === initial || initial?.startsWith(`${state.path}.`) === true)?.state.path;
  const edges = (graph.edges.get(path) ?? []).map((edge) => ({ edge, label: edgeLabel(edge) }));

  const turn = <T extends Size>(size: T): T => (direction === 'down' ? size : { ...size, width: size.height, height: size.width });
  const level = layoutLevel(
    children.map((child) => {
      const id = child.state.path;
      return turn({ id, ...sizeOf(child), before: id === entered ? INITIAL_MARK : 0 });
    }),
    edges.map(({ edge: { id, from, to }, label }) => ({ id, from, to, label: turn(label) })),
  );
  return assemble(direction === 'down' ? level : turnedLevel(level), children, edges, {
    depth,
    direction,
    entered,
    isParallel: container?.kind === 'parallel',
  });
}

type Head = Size & {
  readonly state: ChartState;
  readonly title: string;
  readonly rows: readonly BoxRow[];
  readonly listed: readonly TransitionLine[];
};
type Child = Head & { readonly inside: Made | null };

function assemble(
  level: LevelLayout,
  children: readonly Child[],
  edges: readonly { readonly edge: GraphEdge; readonly label: EdgeLabel }[],
  about: { readonly depth: number; readonly direction: Direction; readonly entered: string | undefined; readonly isParallel: boolean },
): Made {
  const placed = new Map(level.edges.map((edge) => [edge.id, edge]));
  const boxes: ChartBox[] = [];
  const deeperEdges: ChartEdge[] = [];
  const initials: InitialMark[] = [];
  for (const { state, title, rows, listed, height, inside } of children) {
    const rect = level.nodes.get(state.path);
    if (rect === undefined) continue;
    const { path } = state;
    const { depth, isParallel, direction, entered } = about;
    boxes.push({ ...rect, path, state, title, rows, listed, depth, isContainer: inside !== null, isRegion: isParallel });
    if (path === entered) initials.push({ path, points: initialPoints(rect, direction) });
    if (inside === null) continue;
    const within = shiftAll(inside, { x: rect.x + (rect.width - inside.width) / 2, y: rect.y + height });
    boxes.push(...within.boxes);
    deeperEdges.push(...within.edges);
    initials.push(...within.initials);
  }
  const own = edges.flatMap(({ edge, label }): ChartEdge[] => {
    const at = placed.get(edge.id);
    return at === undefined ? [] : [{ ...edge, points: at.points, label: { ...label, x: at.label.x, y: at.label.y } }];
  });
  return { width: level.width, height: level.height, boxes, edges: [...own, ...deeperEdges], initials };
}

function initialPoints({ x, y, width, height }: Rect, direction: Direction): Point[] {
  const inset = Math.min(22, (direction === 'down' ? height : width) / 2);
  return direction === 'down'
    ? [
        { x: x - INITIAL_MARK + 6, y: y + inset },
        { x, y: y + inset },
      ]
    : [
        { x: x + inset, y: y - INITIAL_MARK + 6 },
        { x: x + inset, y },
      ];
}

/** Computes the title, the text lines and the size of a state's box, without the states nested in it. */
function headOf(state: ChartState, graph: ChartGraph): Head {
  const listed = graph.listed.get(state.path) ?? [];
  const rows = boxRows(state, listed, graph.legend).map((row) => ({ ...row, text: fitText(row.text, CHART_TEXT.row, MOST_TEXT) }));
  const title = fitText(state.key, CHART_TEXT.title, MOST_TEXT);
  const widest = Math.max(textWidth(title, CHART_TEXT.title, 'bold'), ...rows.map(({ text }) => textWidth(text, CHART_TEXT.row) + 14));
  const { boxPad, titleHeight, rowHeight } = CHART_TEXT;
  return {
    ...{ state, title, rows, listed },
    width: Math.max(LEAST_WIDTH, Math.ceil(widest) + 2 * boxPad),
    height: boxPad + titleHeight + rows.length * rowHeight + (rows.length > 0 ? 4 : 0) + boxPad - 6,
  };
}

function sizeOf({ width, height, inside }: Child): Size {
  if (inside === null) return { width, height };
  return { width: Math.max(width, inside.width + 2 * INNER_MARGIN), height: height + inside.height + INNER_MARGIN };
}

function turnedLevel({ width, height, nodes, edges }: LevelLayout): LevelLayout {
  return {
    width: height,
    height: width,
    nodes: new Map([...nodes].map(([id, rect]) => [id, turned(rect)])),
    edges: edges.map(({ id, points, label }) => ({ id, points: points.map(turned), label: turned(label) })),
  };
}

function shiftAll(made: Made, by: Point): Made {
  const shift = <T extends Point>(thing: T): T => ({ ...thing, x: thing.x + by.x, y: thing.y + by.y });
  return {
    ...made,
    boxes: made.boxes.map(shift),
    edges: made.edges.map((edge) => ({ ...edge, points: edge.points.map(shift), label: shift(edge.label) })),
    initials: made.initials.map(({ path, points }) => ({ path, points: points.map(shift) })),
  };
}
