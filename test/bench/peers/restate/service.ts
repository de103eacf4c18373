import * as restate from '@restatedev/restate-sdk';
import { xstate } from '@restatedev/xstate';
import { fromPromise } from '@restatedev/xstate/promise';
import { assign, setup, spawnChild, stopChild } from 'xstate';
import { type AddEvent, addOne, type CounterContext, initialContext, isReported } from '../counter/counter.ts';
import { postReport } from '../counter/post-report.ts';

// The benchmark's counter, implemented with Restate's adapter for XState. Usage: service.mjs PORT COLLECTOR_URL
const [port = '', collectorUrl = ''] = process.argv.slice(2);

type CounterEvent = AddEvent | DoneEvent;
/** The event that XState itself sends when a promise actor has ended. */
type DoneEvent = { readonly type: `xstate.done.actor.${string}`; readonly actorId: string };

const idOf = ({ event }: { event: CounterEvent }) => (event.type === 'ADD' ? event.id : event.actorId);

const counter = setup({
  types: { context: {} as CounterContext, events: {} as CounterEvent },
  actors: {
    // The counter's effect, written in the style of Restate's adapter: a promise actor with `ctx.run` around the outgoing request.
    // Restate's journal thus records that the request has ended.
    report: fromPromise<void, { id: string }>(async ({ input, ctx }) => {
      await ctx.run('report', () => postReport(collectorUrl, input.id));
    }),
  },
  actions: {
    add: assign(({ context, event }) => (event.type === 'ADD' ? addOne({ context, event }) : {})),
    report: spawnChild('report', { id: idOf, input: (args) => ({ id: idOf(args) }) }),
    forgetReport: stopChild(idOf),
  },
  guards: { isReported: ({ event }) => event.type === 'ADD' && isReported({ event }) },
}).createMachine({
  id: 'counter',
  context: initialContext,
  initial: 'even',
  on: { 'xstate.done.actor.*': { actions: 'forgetReport' } },
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

// Logging is disabled, because the adapter writes a log line for every promise that it runs.
await restate.serve({ services: [xstate('counter', counter)], port: Number(port), logger: () => {} });
