import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import type { AskedAction } from './asked-action.ts';

/** Computes a machine's step in the simple cases, and adds the requested actions to `asked`. Returns null to leave the step to XState. */
export type SimpleSteps = (snapshot: AnyMachineSnapshot, event: EventObject, asked: AskedAction[]) => AnyMachineSnapshot | null;

/** One state (innermost state node with its ancestors) that a machine without parallel states can be in. */
type Place = {
  readonly nodes: AnyMachineSnapshot['_nodes'];
  readonly value: AnyMachineSnapshot['value'];
  readonly tags: AnyMachineSnapshot['tags'];
  /** Whether this state has transitions that need no event. XState checks these after every step. */
  readonly hasAlways: boolean;
  /** For each transition that has been used from this state, its precomputed route; null for a transition that is left to XState. */
  readonly routes: Map<AnyTransitionDefinition, Route | null>;
};

/**
 * The precomputed result of a transition from one state: the actions to run in order (exit actions, the transition's own, entry actions),
 * and the state in which the transition ends.
 */
type Route = { readonly actions: readonly RouteAction[]; readonly to: Place };

type RouteAction = { /** The parameters of the action, or the function that computes them. */ readonly params: unknown } & (
  | { readonly kind: 'effect'; readonly type: string }
  | { readonly kind: 'assign'; readonly assignment: Assignment | Readonly<Record<string, unknown>> }
);
type Assignment = (args: object, params: unknown) => object;

/**
 * Creates a faster way to compute simple steps of a machine. For every step, XState selects the transitions (guards, wildcards, nesting)
 * and computes which states they exit and enter; this is most of a step's cost. In a machine without parallel states and history, a
 * transition from the same state always exits and enters the same states. So this is computed only once for each transition in each state.
 * Simple transitions have no target, or an innermost state that is not final as their target. Their actions are assigns and effects, and
 * the state in which they end has no automatic transition. All other transitions are left to XState. `test/unit/runtime/stepper.test.ts`
 * compares the results with `transition()` on random machines and events. Returns null for a machine without simple steps.
 */
export function createSimpleSteps(machine: AnyStateMachine): SimpleSteps | null {
  if (!hasOnePlace(machine.root)) return null;
  const places = new Map<AnyStateNode, Place>();

  function placeOf(leaf: AnyStateNode): Place {
    const known = places.get(leaf);
    if (known) return known;
    const { _nodes: nodes, value, tags } = machine.resolveState({ value: stateValueOf(leaf), context: {} });
    const place = { nodes, value, tags, hasAlways: lineOf(leaf).some((node) => node.always !== undefined), routes: new Map() };
    places.set(leaf, place);
    return place;
  }

  function routeOf(transition: AnyTransitionDefinition, leaf: AnyStateNode): Route | null {
    const path = pathOf(transition, leaf);
    if (path === null) return null;
    const { left, entered, end } = path;
    if ([...left, ...entered].some((node) => node.invoke.length > 0)) return null;
    const actions = [...left.flatMap((node) => node.exit), ...transition.actions, ...entered.flatMap((node) => node.entry)].map((action) =>
      routeActionOf(machine, action),
    );
    const to = placeOf(end);
    return to.hasAlways || !actions.every((action) => action !== null) ? null : { actions, to };
  }

  return (snapshot, event, asked) => {
    if (snapshot.status !== 'active' || event.type.startsWith('xstate.')) return null;
    const leaf = leafOf(snapshot);
    if (leaf === undefined) return null;
    const place = placeOf(leaf);
    if (place.hasAlways) return null;
    const [transition, another] = machine.getTransitionData(snapshot, event);
    if (transition === undefined) return snapshot;
    if (another !== undefined) return null;
    let route = place.routes.get(transition);
    if (route === undefined) {
      route = routeOf(transition, leaf);
      place.routes.set(transition, route);
    }
    return route === null ? null : take(route, place, snapshot, event, asked);
  };
}

function take({ actions, to }: Route, from: Place, snapshot: AnyMachineSnapshot, event: EventObject, asked: AskedAction[]) {
  let { context } = snapshot;
  for (const action of actions) {
    const params: unknown = typeof action.params === 'function' ? action.params({ context, event }) : action.params;
    if (action.kind === 'effect') asked.push({ type: action.type, params });
    else context = { ...context, ...changesOf(action.assignment, { context, event, spawn: refuseSpawn }, params) };
  }
  if (context === snapshot.context && to === from) return snapshot;
  return { ...snapshot, context, value: to.value, tags: to.tags, _nodes: to.nodes };
}

function changesOf(assignment: Assignment | Readonly<Record<string, unknown>>, args: object, params: unknown): object {
  if (typeof assignment === 'function') return assignment(args, params);
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(assignment)) {
    const change = assignment[key];
    changes[key] = typeof change === 'function' ? change(args, params) : change;
  }
  return changes;
}

function refuseSpawn(): never {
  throw new Error('a machine must not spawn actors: request an effect instead');
}

function hasOnePlace(node: AnyStateNode): boolean {
  return node.type !== 'parallel' && node.type !== 'history' && Object.values(node.states).every(hasOnePlace);
}

function leafOf({ _nodes }: AnyMachineSnapshot): AnyStateNode | undefined {
  for (let at = _nodes.length - 1; at >= 0; at -= 1) if (_nodes[at]?.type === 'atomic') return _nodes[at];
  return undefined;
}

/** Returns a state node and its ancestors, innermost first. */
function lineOf(node: AnyStateNode): readonly AnyStateNode[] {
  return node.parent === undefined ? [node] : [node, ...lineOf(node.parent)];
}

function stateValueOf(leaf: AnyStateNode): AnyMachineSnapshot['value'] {
  return leaf.path.reduceRight<AnyMachineSnapshot['value']>((inner, key) => (isEmpty(inner) ? key : { [key]: inner }), {});
}

function isEmpty(value: AnyMachineSnapshot['value']): boolean {
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Computes the states that a transition exits (innermost first) and enters (outermost first), and its end state, by SCXML's rules. */
function pathOf({ target, source, reenter }: AnyTransitionDefinition, leaf: AnyStateNode) {
  if (target === undefined) return { left: [], entered: [], end: leaf };
  const [end, another] = target;
  if (end === undefined || another !== undefined || end.type !== 'atomic') return null;
  // A transition from a state to itself exits no states unless `reenter` is set.
  if (end === source && !reenter) return end === leaf ? { left: [], entered: [], end } : null;
  const around = lineOf(end);
  const domain =
    !reenter && around.includes(source) ? source : around.slice(1).find((node) => node !== source && lineOf(source).includes(node));
  // The transition domain (in SCXML, the state within which a transition takes place) is missing only when the transition enters the root
  // state again.
  if (domain === undefined) return null;
  const line = lineOf(leaf);
  if (!line.includes(domain)) return null;
  return { left: line.slice(0, line.indexOf(domain)), entered: around.slice(0, around.indexOf(domain)).reverse(), end };
}

function routeActionOf(machine: AnyStateMachine, action: unknown): RouteAction | null {
  const name = typeof action === 'string' ? action : isNamed(action) ? action.type : null;
  const implementations: Readonly<Record<string, unknown>> = machine.implementations.actions;
  const implementation = name === null || typeof action === 'function' ? action : implementations[name];
  const params = typeof action === 'object' && action !== null && 'params' in action ? action.params : undefined;
  if (isBuiltIn(implementation)) return isAssign(implementation) ? { kind: 'assign', assignment: implementation.assignment, params } : null;
  return name === null || typeof action === 'function' ? null : { kind: 'effect', type: name, params };
}

function isNamed(action: unknown): action is { readonly type: string } {
  return (
    (typeof action === 'object' || typeof action === 'function') && action !== null && 'type' in action && typeof action.type === 'string'
  );
}

function isBuiltIn(implementation: unknown): implementation is object {
  return (
    (typeof implementation === 'object' || typeof implementation === 'function') && implementation !== null && 'resolve' in implementation
  );
}

function isAssign(builtIn: object): builtIn is { readonly assignment: Assignment | Readonly<Record<string, unknown>> } {
  return 'type' in builtIn && builtIn.type === 'xstate.assign' && 'assignment' in builtIn;
}
