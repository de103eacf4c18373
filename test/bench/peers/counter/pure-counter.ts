import { assign, initialTransition, setup, transition } from 'xstate';
import { type AddEvent, addOne, type CounterContext, initialContext, isReported } from './counter.ts';

const machine = setup({
  types: { context: {} as CounterContext, events: {} as AddEvent },
  actions: { add: assign(addOne), report: () => {} },
  guards: { isReported },
}).createMachine({
  id: 'counter',
  context: initialContext,
  initial: 'even',
  states: {
    even: {
      on: {
        ADD: [
          { guard: 'isReported', target: 'odd', actions: ['add', 'report'] },
          { target: 'odd', actions: 'add' },
        ],
      },
    },
    odd: {
      on: {
        ADD: [
          { guard: 'isReported', target: 'even', actions: ['add', 'report'] },
          { target: 'even', actions: 'add' },
        ],
      },
    },
  },
});

/** The state of a counter as JSON, stored by systems that have no adapter for XState. */
export type StoredCounter = { readonly value: 'even' | 'odd'; readonly context: CounterContext };

export type CounterStep = {
  readonly next: StoredCounter;
  /** Whether the transition requested the effect `report`. */
  readonly report: boolean;
};

/**
 * Runs one transition of the machine from its stored state, with XState's pure `transition`. A `stored` of null means that the actor does
 * not exist yet.
 */
export function stepCounter(stored: StoredCounter | null, event: AddEvent): CounterStep {
  const from = stored === null ? initialTransition(machine)[0] : machine.resolveState(stored);
  const [{ value, context }, actions] = transition(machine, from, event);
  return { next: { value, context }, report: actions.some(({ type }) => type === 'report') };
}
