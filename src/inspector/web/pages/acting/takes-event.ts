import type { Chart } from '../../../../values/inspection/chart.ts';
import type { StateValue } from '../../data/actor-record.ts';

/**
 * Whether the actor's machine has a transition for an event in the actor's current state. The transition may have a guard that refuses it.
 */
export function takesEvent(chart: Chart, value: StateValue, event: string): boolean {
  const active = new Set(pathsIn(value, ''));
  const isTaken = (on: Chart['on']) => on.some((transition) => transition.event === event || transition.event === '*');
  return isTaken(chart.on) || chart.states.some((state) => active.has(state.path) && isTaken(state.on));
}

function pathsIn(value: StateValue, parent: string): readonly string[] {
  const under = (key: string) => (parent === '' ? key : `${parent}.${key}`);
  if (typeof value === 'string') return [under(value)];
  return Object.entries(value).flatMap(([key, inner]) => [under(key), ...pathsIn(inner, under(key))]);
}
