import type { StateValue } from '../../data/actor-record.ts';
import type { TransitionLine } from './chart-graph.ts';

/** The paths of all active states: the innermost states and the states that contain them. */
export function activePaths(value: StateValue): ReadonlySet<string> {
  const paths = new Set<string>();
  collect(value, '', paths);
  return paths;
}

function collect(value: StateValue, prefix: string, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value !== '') into.add(`${prefix}${value}`);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    into.add(`${prefix}${key}`);
    collect(inner, `${prefix}${key}.`, into);
  }
}

type Edge = { readonly id: string; readonly lines: readonly TransitionLine[] };

export type LiveMarks = {
  readonly active: ReadonlySet<string>;
  /** The paths of the innermost active states. */
  readonly leaves: ReadonlySet<string>;
  /**
   * How recently each state was exited, by the state's path: 1 for the last step, and less for older steps. States that were not exited
   * recently are missing.
   */
  readonly trail: ReadonlyMap<string, number>;
  /** How recently each transition edge may have been taken, by the edge's id: 1 for the last step, less for older steps. */
  readonly taken: ReadonlyMap<string, number>;
  /** The edges that lead out of the actor's current state. */
  readonly next: ReadonlySet<string>;
};

/** Number of past steps whose states and edges stay highlighted. */
const REMEMBERED = 6;

/** Chooses the states and transition edges of the chart to highlight. `path` contains the actor's previous states, newest last. */
export function liveMarks(edges: readonly Edge[], value: StateValue | null, path: readonly StateValue[]): LiveMarks {
  const active = value === null ? new Set<string>() : activePaths(value);
  const leaves = new Set([...active].filter((one) => ![...active].some((other) => other.startsWith(`${one}.`))));
  const trail = new Map<string, number>();
  const taken = new Map<string, number>();
  const steps = [...path, ...(value === null ? [] : [value])].slice(-REMEMBERED - 1).map(activePaths);
  for (let i = 0; i + 1 < steps.length; i += 1) {
    const strength = (i + 1 + REMEMBERED - (steps.length - 1)) / REMEMBERED;
    const [before, after] = [steps[i], steps[i + 1]];
    if (before === undefined || after === undefined) continue;
    for (const state of before) if (!after.has(state)) trail.set(state, strength);
    for (const { id } of edgesBetween(edges, before, after)) taken.set(id, strength);
  }
  for (const state of active) trail.delete(state);
  const next = new Set(edges.filter(({ lines }) => lines.some(({ source }) => source !== null && active.has(source))).map(({ id }) => id));
  return { active, leaves, trail, taken, next };
}

/** Returns the edges that lead from one set of active states to another. */
export function edgesBetween<TEdge extends Edge>(
  edges: readonly TEdge[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): TEdge[] {
  return edges.filter(({ lines }) =>
    lines.some(
      ({ source, target }) => source !== null && target !== null && before.has(source) && after.has(target) && !before.has(target),
    ),
  );
}
