import type { Chart, ChartState, ChartTransition } from '../../../../values/inspection/chart.ts';

/** One transition as a line of text: on an edge, in a box, or in the legend. */
export type TransitionLine = {
  /** The state that declares the transition; null for one of the machine itself. */
  readonly source: string | null;
  /** The target state; null when the transition does not leave the state. */
  readonly target: string | null;
  readonly transition: ChartTransition;
};

/** All transitions between two boxes of the same container. Each box is an end of the transitions or contains that end. */
export type GraphEdge = { readonly id: string; readonly from: string; readonly to: string; readonly lines: readonly TransitionLine[] };

/**
 * The drawn parts of a chart: the edges of each container, and the transitions listed in each state's own box. The key `''` is the
 * outermost container.
 */
export type ChartGraph = {
  readonly edges: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly listed: ReadonlyMap<string, readonly TransitionLine[]>;
  /** Transitions of the machine itself, taken in every state that does not handle the event. */
  readonly legend: readonly TransitionLine[];
  readonly children: ReadonlyMap<string, readonly ChartState[]>;
};

/**
 * Sorts a chart's transitions into edges and lists. An edge connects children of one container. A transition with a deeper end is drawn at
 * the child that contains the end, and its line contains the name of the end. A transition within one state is listed in that state's box.
 */
export function chartGraph(chart: Chart): ChartGraph {
  const parents = new Map(chart.states.map(({ path, parent }) => [path, parent]));
  const edges = new Map<string, Map<string, GraphEdge>>();
  const listed = new Map<string, TransitionLine[]>();
  for (const state of chart.states) {
    for (const line of state.on.flatMap((transition) => linesOf(state.path, transition))) {
      const ends = line.target === null ? null : drawnEnds(state.path, line.target, parents);
      if (ends === null) push(listed, state.path, line);
      else addLine(edges, ends, line);
    }
  }
  const children = new Map<string, ChartState[]>();
  for (const state of chart.states) push(children, state.parent ?? '', state);
  return {
    edges: new Map([...edges].map(([container, byEnds]) => [container, [...byEnds.values()]])),
    listed,
    legend: chart.on.flatMap((transition) => linesOf(null, transition)),
    children,
  };
}

/** The path of a state and of its enclosing states, from the inside out. */
export function pathsUp(path: string, parents: ReadonlyMap<string, string | null>): string[] {
  const up: string[] = [];
  for (let at: string | null = path; at !== null; at = parents.get(at) ?? null) up.push(at);
  return up;
}

function linesOf(source: string | null, transition: ChartTransition): TransitionLine[] {
  if (transition.targets.length === 0) return [{ source, target: null, transition }];
  return transition.targets.map((target) => ({ source, target, transition }));
}

type Ends = { readonly container: string; readonly from: string; readonly to: string };

/**
 * The two children of the innermost common container that contain the two ends; null when one end contains the other or both are the same.
 */
function drawnEnds(source: string, target: string, parents: ReadonlyMap<string, string | null>): Ends | null {
  const fromUp = pathsUp(source, parents).reverse();
  const toUp = pathsUp(target, parents).reverse();
  let shared = 0;
  while (shared < fromUp.length && shared < toUp.length && fromUp[shared] === toUp[shared]) shared += 1;
  const from = fromUp[shared];
  const to = toUp[shared];
  return from === undefined || to === undefined ? null : { container: fromUp[shared - 1] ?? '', from, to };
}

function addLine(edges: Map<string, Map<string, GraphEdge>>, { container, from, to }: Ends, line: TransitionLine): void {
  const id = `${from}>${to}`;
  const within = edges.get(container) ?? new Map<string, GraphEdge>();
  edges.set(container, within);
  within.set(id, { id, from, to, lines: [...(within.get(id)?.lines ?? []), line] });
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
