import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Chart, ChartState, ChartTransition } from '../../../src/values/inspection/chart.ts';

/** A chart of a machine, for tests of what draws it. */
export function chartOf(machine: AnyStateMachine): Chart {
  const states = nodesBelow(machine.root).map(stateOf);
  return { id: machine.id, initial: initialOf(machine.root) ?? '', states, on: transitionsOf(machine.root) };
}

function nodesBelow(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states).flatMap((child: AnyStateNode) => [child, ...nodesBelow(child)]);
}

function stateOf(node: AnyStateNode): ChartState {
  return {
    path: node.path.join('.'),
    key: node.key,
    parent: node.path.length > 1 ? node.path.slice(0, -1).join('.') : null,
    kind: node.type === 'history' ? 'atomic' : node.type,
    initial: initialOf(node),
    description: node.description ?? null,
    tags: node.tags,
    entry: node.entry.map(nameOf),
    exit: node.exit.map(nameOf),
    on: transitionsOf(node),
  };
}

function initialOf(node: AnyStateNode): string | null {
  return node.config.initial === undefined ? null : (node.initial.target[0]?.path.join('.') ?? null);
}

function transitionsOf(node: AnyStateNode): ChartTransition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((transition: AnyTransitionDefinition) => ({
    event: transition.eventType,
    targets: (transition.target ?? []).map((target: AnyStateNode) => target.path.join('.')),
    guard: transition.guard === undefined ? null : nameOf(transition.guard),
    actions: transition.actions.map(nameOf),
    description: transition.description ?? null,
  }));
}

function nameOf(named: unknown): string {
  if (typeof named === 'string') return named;
  if (typeof named !== 'object' || named === null || !('type' in named)) return '?';
  const detail = 'params' in named && typeof named.params === 'object' && named.params !== null && 'what' in named.params;
  return detail ? `${String(named.type)} ${String(Object.values(named.params ?? {})[0])}` : String(named.type);
}
