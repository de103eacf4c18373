import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';

export const ORDER_EVERY_MS = 5 * 60_000;

type PayerContext = { deposits: number; order: number; orders: number; nextDueMs: number };
type PayerEvent =
  | { type: 'DEPOSIT'; commandId: string; at: number }
  | { type: 'TICK'; at: number }
  | { type: 'PAID'; order: number; at: number }
  | { type: 'PAY_FAILED'; order: number; at: number }
  | { type: 'NOTED'; at: number };

/**
 * An actor that pays one order after another, each when it is due, and reports each payment to the clerk.
 * ```
 * waiting --TICK, due--> paying --PAID--> waiting (or done, after the last)
 * ^                     |
 * +-----PAY_FAILED------+
 * ```
 */
const payerMachine = setup({
  types: { context: {} as PayerContext, events: {} as PayerEvent, input: {} as { firstDueMs: number; orders: number } },
  actions: {
    pay: (_, _params: { order: number }) => {},
    notify: (_, _params: { order: number }) => {},
    deposit: assign({ deposits: ({ context }) => context.deposits + 1 }),
    nextOrder: assign({
      order: ({ context }) => context.order + 1,
      nextDueMs: ({ context }) => context.nextDueMs + ORDER_EVERY_MS,
    }),
  },
  guards: {
    isDue: ({ context, event }) => event.at >= context.nextDueMs,
    isThisOrder: ({ context, event }) => event.type === 'PAID' && event.order === context.order,
    isLastOrder: ({ context, event }) => event.type === 'PAID' && event.order === context.order && context.order + 1 === context.orders,
  },
}).createMachine({
  context: ({ input }) => ({ deposits: 0, order: 0, orders: input.orders, nextDueMs: input.firstDueMs }),
  on: { DEPOSIT: { actions: 'deposit' }, NOTED: {} },
  initial: 'waiting',
  states: {
    waiting: {
      on: { TICK: { guard: 'isDue', target: 'paying', actions: { type: 'pay', params: ({ context }) => ({ order: context.order }) } } },
    },
    paying: {
      on: {
        PAID: [
          {
            guard: 'isLastOrder',
            target: 'idle',
            actions: ['nextOrder', { type: 'notify', params: ({ event }) => ({ order: event.order }) }],
          },
          {
            guard: 'isThisOrder',
            target: 'waiting',
            actions: ['nextOrder', { type: 'notify', params: ({ event }) => ({ order: event.order }) }],
          },
        ],
        PAY_FAILED: 'waiting',
      },
    },
    idle: {},
  },
});

export const payer = defineActor({
  type: 'payer',
  version: 1,
  machine: payerMachine,
  events: { DEPOSIT: v.object({ type: v.literal('DEPOSIT'), commandId: v.string() }) },
  effects: {
    pay: {
      safety: 'reconcile',
      deadlineMs: 10_000,
      retry: { maxAttempts: 3, firstDelayMs: 1_000, maxDelayMs: 60_000 },
      onFailure: (_failure, { order }) => ({ type: 'PAY_FAILED' as const, order }),
    },
    notify: { safety: 'idempotent', deadlineMs: 10_000, retry: { maxAttempts: 30, firstDelayMs: 1_000, maxDelayMs: 60_000 } },
  },
  keys: { status: ({ value }) => (typeof value === 'string' ? value : null) },
  view: ({ context }) => context,
  due: ({ context, value }) => (value === 'waiting' ? context.nextDueMs : null),
  tick: { event: () => ({ type: 'TICK' as const }) },
});

type ClerkContext = { noted: { [payer: string]: number } };
type ClerkEvent = { type: 'NOTE'; payer: string; order: number; at: number };

/**
 * The clerk, an actor that is created by its first message. For each payer it stores how many orders were reported, and checks that they
 * arrive in order and without a gap.
 */
const clerkMachine = setup({
  types: { context: {} as ClerkContext, events: {} as ClerkEvent },
  actions: {
    note: assign({
      noted: ({ context, event }) => ({ ...context.noted, [event.payer]: Math.max(context.noted[event.payer] ?? 0, event.order + 1) }),
    }),
  },
}).createMachine({ context: { noted: {} }, on: { NOTE: { actions: 'note' } } });

export const clerk = defineActor({
  type: 'clerk',
  version: 1,
  machine: clerkMachine,
  events: { NOTE: v.object({ type: v.literal('NOTE'), payer: v.string(), order: v.number() }) },
  effects: {},
  keys: {},
  view: ({ context }) => context.noted,
  due: () => null,
  createOnDemand: () => undefined as never,
});
