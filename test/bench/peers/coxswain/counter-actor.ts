import * as v from 'valibot';
// Uses the runtime's own copy of XState, not the peers' copy: see tsconfig.json beside this file.
import { assign, setup } from 'xstate';
import { defineActor } from '../../../../src/runtime/define/define-actor.ts';
import { addOne, type CounterContext, initialContext, isReported } from '../counter/counter.ts';

type CounterEvent = { readonly type: 'ADD'; readonly id: string; readonly report: boolean; readonly at: number };

const counterMachine = setup({
  types: { context: {} as CounterContext, events: {} as CounterEvent, input: {} as Record<never, never> },
  actions: { add: assign(addOne), report: (_, _params: { readonly id: string }) => {} },
  guards: { isReported },
}).createMachine({
  id: 'counter',
  context: initialContext,
  initial: 'even',
  states: {
    even: {
      on: {
        ADD: [
          { guard: 'isReported', target: 'odd', actions: ['add', { type: 'report', params: ({ event }) => ({ id: event.id }) }] },
          { target: 'odd', actions: 'add' },
        ],
      },
    },
    odd: {
      on: {
        ADD: [
          { guard: 'isReported', target: 'even', actions: ['add', { type: 'report', params: ({ event }) => ({ id: event.id }) }] },
          { target: 'even', actions: 'add' },
        ],
      },
    },
  },
});

export const counterActor = defineActor({
  type: 'counter',
  version: 1,
  machine: counterMachine,
  events: { ADD: v.object({ type: v.literal('ADD'), id: v.string(), report: v.boolean() }) },
  // The `report` effect may already have been sent, so it is looked up before it is sent again.
  effects: { report: { safety: 'reconcile', deadlineMs: 3_000 } },
  keys: { status: ({ value }) => value },
  view: ({ context }) => ({ count: context.count }),
  due: () => null,
  createOnDemand: () => ({}),
});
