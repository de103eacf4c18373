import type { Chart, ChartState, ChartTransition } from '../../../../values/inspection/chart.ts';

/** A transition that is drawn as a line of text: beside an edge, in a box, or in the legend. */
export type TransitionLine = {
  /** The state that declares the transition; null when the machine itself declares it. */
  readonly source: string | null;
  /** The state to which the transition leads; null when it does not leave the current state. */
  readonly target: string | null;
  readonly transition: ChartTransition;
};

/**
 * An edge between two boxes of the same container, for all transitions between them. Each box is the source or target state of the
 * transitions, or contains that state.
 */
export type GraphEdge = { readonly id: string; readonly from: string; readonly to: string; readonly lines: readonly TransitionLine[] };

/**
 * The elements of a drawn chart: the edges inside each container, and the transitions that are listed as text in each state's box. A
 * container is identified by its state's path; the key `''` stands for the whole chart.
 */
export type ChartGraph = {
  readonly edges: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly listed: ReadonlyMap<string, readonly TransitionLine[]>;
  /** Transitions that the machine itself declares. They are taken in every state that does not handle the event. */
  readonly legend: readonly TransitionLine[];
  readonly children: ReadonlyMap<string, readonly ChartState[]>;
};

/**
 * Divides a chart's transitions into edges and lists. An edge connects two children of one container. If a transition begins or ends in a
 * deeper state, it is drawn at the child that contains this state, and its text contains the state's name. A transition within one state is
 * listed in that state's box.
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

/** Returns the path of a state and of its enclosing states, from the inside out. */
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
 * Returns the two boxes that an edge connects: the children of the innermost common container that contain the two states. Null when one
 * state contains the other or both are the same.
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
