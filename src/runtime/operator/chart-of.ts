import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Chart, ChartState, ChartTransition } from '../../values/inspection/chart.ts';
import { guardName } from './guard-name.ts';

/** Builds the chart of a machine from its definition. Transitions are listed in the order in which they are tried. */
export function chartOf(machine: AnyStateMachine): Chart {
  const { root } = machine;
  return { id: machine.id, initial: initialOf(root) ?? '', states: childrenOf(root).flatMap(statesOf), on: transitionsOf(root) };
}

function statesOf(node: AnyStateNode): ChartState[] {
  if (node.type === 'history') throw new TypeError(`${pathOf(node)} is a history state, which machines of actors must not have`);
  const { parent } = node;
  const state: ChartState = {
    path: pathOf(node),
    key: node.key,
    parent: parent === undefined || parent.path.length === 0 ? null : pathOf(parent),
    kind: node.type,
    initial: initialOf(node),
    description: node.description ?? null,
    tags: node.tags,
    entry: node.entry.map(actionName),
    exit: node.exit.map(actionName),
    on: transitionsOf(node),
  };
  return [state, ...childrenOf(node).flatMap(statesOf)];
}

function childrenOf(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states);
}

/** Returns the initial state inside a state. A parallel state enters all its regions, so it has no initial state and the result is null. */
function initialOf(node: AnyStateNode): string | null {
  if (node.type !== 'compound') return null;
  const [target] = node.initial.target;
  return target === undefined ? null : pathOf(target);
}

/** Returns the transitions of a state. Automatic transitions come first, since XState tries them before any event. */
function transitionsOf(node: AnyStateNode): ChartTransition[] {
  const byItself = (node.always ?? []).map((definition) => transitionOf('', definition));
  const byEvent = [...node.transitions].flatMap(([event, definitions]) => definitions.map((each) => transitionOf(event, each)));
  return [...byItself, ...byEvent];
}

function transitionOf(event: string, { target, guard, actions, description }: AnyTransitionDefinition): ChartTransition {
  return {
    event,
    targets: (target ?? []).map(pathOf),
    guard: guardName(guard),
    actions: actions.map(actionName),
    description: description ?? null,
  };
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}

/**
 * Returns the name of an action in the machine. For an action without a name of its own, such as an inline `assign`, returns XState's name
 * for it.
 */
function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const type =
    (typeof action === 'object' || typeof action === 'function') && action !== null && 'type' in action ? action.type : undefined;
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'an action';
}
