import * as v from 'valibot';
// This file is compiled with the runtime's own version of XState; the other compared systems have another version. tsconfig.json beside
// this file makes that possible.
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
  // With the safety `reconcile`, the runtime looks up at the collector after a crash whether a report was already sent, before it sends the
  // report again.
  effects: { report: { safety: 'reconcile', deadlineMs: 3_000 } },
  keys: { status: ({ value }) => value },
  view: ({ context }) => ({ count: context.count }),
  due: () => null,
  createOnDemand: () => ({}),
});
