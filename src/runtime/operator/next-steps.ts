import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { NextStep } from '../../values/inspection/why.ts';
import type { StateValue } from '../record/record.ts';
import { guardName } from './guard-name.ts';

/**
 * Lists the possible transitions of a machine from a given state: first those of the innermost states, then those of their parents and of
 * the machine itself. An event that an inner state always handles is not listed for an outer state. Transitions that have no effect are
 * left out.
 */
export function nextSteps(machine: AnyStateMachine, value: StateValue, outside: ReadonlySet<string>): readonly NextStep[] {
  const steps: NextStep[] = [];
  const taken = new Set<string>();
  for (const level of levelsOf(machine.root, value).reverse()) {
    const takenHere: string[] = [];
    for (const node of level) {
      for (const [event, definitions] of node.transitions) {
        if (event === '' || taken.has(event)) continue;
        for (const definition of definitions) {
          if (doesSomething(definition)) steps.push(stepOf(event, definition, outside));
          if (definition.guard === undefined) takenHere.push(event);
        }
      }
    }
    for (const event of takenHere) taken.add(event);
  }
  return steps;
}

/** Returns the active states grouped by their depth, beginning with the machine's root. */
function levelsOf(root: AnyStateNode, value: StateValue): AnyStateNode[][] {
  const levels: AnyStateNode[][] = [[root]];
  const walk = (node: AnyStateNode, inside: StateValue, depth: number): void => {
    const names: readonly (readonly [string, StateValue | null])[] = typeof inside === 'string' ? [[inside, null]] : Object.entries(inside);
    for (const [name, deeper] of names) {
      const child: AnyStateNode | undefined = node.states[name];
      if (child === undefined) continue;
      const level = levels[depth] ?? [];
      level.push(child);
      levels[depth] = level;
      if (deeper !== null) walk(child, deeper, depth + 1);
    }
  };
  walk(root, value, 1);
  return levels;
}

function doesSomething({ target, actions }: AnyTransitionDefinition): boolean {
  return (target?.length ?? 0) > 0 || actions.length > 0;
}

function stepOf(event: string, { target, guard }: AnyTransitionDefinition, outside: ReadonlySet<string>): NextStep {
  return {
    event,
    from: outside.has(event) ? 'outside' : 'inside',
    targets: (target ?? []).map(({ path }: AnyStateNode) => path.join('.')),
    guard: guardName(guard),
  };
}
