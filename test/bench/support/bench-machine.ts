import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';

type Fill = { readonly order: number; readonly spent: string; readonly received: string };

export type BenchContext = {
  readonly wallet: string;
  readonly chainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  readonly vault: string;
  readonly amount: string;
  readonly frequency: number;
  readonly intervalSeconds: number;
  readonly processed: number;
  readonly spent: string;
  readonly received: string;
  readonly nextOrderAtMs: number;
  readonly lastFill: Fill | null;
  readonly lastError: { readonly code: string; readonly message: string } | null;
  readonly note: string;
};

export type BenchEvent =
  | { readonly type: 'FILL'; readonly order: number; readonly spent: string; readonly received: string; readonly at: number }
  | { readonly type: 'NOTED'; readonly at: number }
  | { readonly type: 'PAUSE'; readonly at: number }
  | { readonly type: 'RESUME'; readonly at: number }
  | { readonly type: 'TICK'; readonly price: number; readonly at: number };

export type BenchInput = { readonly wallet: string; readonly nextOrderAtMs: number };

/**
 * The machine that the benchmarks run, both as bare XState and as a durable actor. It resembles a DCA position: nested states, guards, an
 * effect and a snapshot of about 1 KB.
 *
 * live ── PAUSE ──> paused          live.idle ── FILL ──> live.cooling ── FILL ──> live.idle
 * ^──── RESUME ────┘              TICK moves only when the price is under the limit
 */
export const benchMachine = setup({
  types: {
    context: {} as BenchContext,
    events: {} as BenchEvent,
    input: {} as BenchInput,
  },
  actions: {
    notify: (_, _params: { readonly order: number }) => {},
    recordFill: assign(({ context, event }) => {
      if (event.type !== 'FILL') return {};
      return {
        processed: context.processed + 1,
        spent: String(BigInt(context.spent) + BigInt(event.spent)),
        received: String(BigInt(context.received) + BigInt(event.received)),
        lastFill: { order: event.order, spent: event.spent, received: event.received },
      };
    }),
    scheduleNext: assign(({ context }) => ({ nextOrderAtMs: context.nextOrderAtMs + context.intervalSeconds * 1_000 })),
  },
  guards: {
    isMilestone: ({ context }) => context.processed % 10 === 9,
    isCheap: ({ event }) => event.type === 'TICK' && event.price < 1_000,
  },
}).createMachine({
  id: 'bench-position',
  context: ({ input }) => ({
    wallet: input.wallet,
    chainId: 31_337,
    fromToken: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    toToken: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
    vault: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
    amount: '1000000000000000000000',
    frequency: 1_000_000,
    intervalSeconds: 60,
    processed: 0,
    spent: '0',
    received: '0',
    nextOrderAtMs: input.nextOrderAtMs,
    lastFill: null,
    lastError: null,
    note: 'x'.repeat(420),
  }),
  initial: 'live',
  states: {
    live: {
      initial: 'idle',
      on: { PAUSE: 'paused', TICK: { guard: 'isCheap', actions: 'scheduleNext' } },
      states: {
        idle: {
          on: {
            FILL: [
              {
                guard: 'isMilestone',
                target: 'cooling',
                actions: ['recordFill', { type: 'notify', params: ({ context }) => ({ order: context.processed }) }],
              },
              { target: 'cooling', actions: 'recordFill' },
            ],
          },
        },
        cooling: { on: { FILL: { target: 'idle', actions: 'recordFill' } } },
      },
    },
    paused: { on: { RESUME: 'live' } },
  },
  on: { NOTED: {} },
});

const baseUnits = v.pipe(v.string(), v.regex(/^\d{1,78}$/));

export const benchActor = defineActor({
  type: 'bench-position',
  version: 1,
  machine: benchMachine,
  events: {
    FILL: v.object({ type: v.literal('FILL'), order: v.number(), spent: baseUnits, received: baseUnits }),
    PAUSE: v.object({ type: v.literal('PAUSE') }),
  },
  effects: { notify: { safety: 'idempotent', deadlineMs: 10_000 } },
  keys: {
    wallet: ({ context }) => context.wallet,
    chainId: { kind: 'number', of: ({ context }) => context.chainId },
    status: ({ value }) => (value === 'paused' ? 'paused' : 'live'),
  },
  view: ({ context, value }, meta) => ({ id: meta.id, status: value, ...context }),
  due: ({ context }) => context.nextOrderAtMs,
  tick: { facts: () => ['price'], event: (facts) => ({ type: 'TICK' as const, price: Number(facts.get('price')) }) },
});
