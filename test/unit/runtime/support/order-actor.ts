import * as v from 'valibot';
import { assign, raise, setup } from 'xstate';
import { defineActor } from '../../../../src/runtime/define/define-actor.ts';
import type { EffectFailure, EffectSafety, RetryPolicy } from '../../../../src/runtime/define/definition.ts';

export type OrderContext = {
  owner: string;
  count: number;
  receipts: string[];
  failures: string[];
  prices: string[];
  failing: boolean;
  dueAtMs: number | null;
};

export type OrderEvent =
  | { type: 'ADD'; by: number; at: number }
  | { type: 'NOTHING'; at: number }
  | { type: 'PAY'; amount: string; at: number }
  | { type: 'PAY_TWICE'; at: number }
  | { type: 'PAID'; receipt: string; at: number }
  | { type: 'PAY_FAILED'; code: string; at: number }
  | { type: 'EXPLODE'; at: number }
  | { type: 'PAY_AND_EXPLODE'; at: number }
  | { type: 'POISON'; at: number }
  | { type: 'FAIL_TICKS'; failing: boolean; at: number }
  | { type: 'WANT_TICK'; dueAtMs: number | null; at: number }
  | { type: 'PRICE'; price: string | null; at: number }
  | { type: 'NEXT'; at: number }
  | { type: 'DEEPER'; at: number }
  | { type: 'HALF'; at: number }
  | { type: 'RECONCILE'; at: number }
  | { type: 'FINISH'; at: number };

/**
 * The states of the order used in these tests:
 * ```
 * open --FINISH--> closed (final)
 * |--RECONCILE--> reconciling --NEXT--> open
 * |--NEXT--> nested: outer.inner.a --DEEPER--> b --HALF (raises NEXT)--> open
 * ```
 */
export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    input: {} as { owner: string },
  },
  actions: {
    pay: (_, _params: { amount: string }) => {},
    tell: (_, _params: { text: string }) => {},
    add: assign({ count: ({ context, event }) => context.count + (event.type === 'ADD' ? event.by : 1) }),
    keepReceipt: assign({
      receipts: ({ context, event }) => (event.type === 'PAID' ? [...context.receipts, event.receipt] : context.receipts),
    }),
    keepFailure: assign({
      failures: ({ context, event }) => (event.type === 'PAY_FAILED' ? [...context.failures, event.code] : context.failures),
    }),
    keepPrice: assign({
      prices: ({ context, event }) => {
        if (context.failing) throw new Error('this price cannot be taken');
        return event.type === 'PRICE' && event.price !== null ? [...context.prices, event.price] : context.prices;
      },
    }),
    explode: assign(() => {
      throw new Error('boom');
    }),
    // Assigns a bigint to the context, which no store can write. `JSON.parse` hides the value's type from the compiler.
    poison: assign({ owner: () => JSON.parse('0', () => 1n) }),
    setFailing: assign({ failing: ({ event }) => event.type === 'FAIL_TICKS' && event.failing }),
    setDue: assign({ dueAtMs: ({ context, event }) => (event.type === 'WANT_TICK' ? event.dueAtMs : context.dueAtMs) }),
    goOn: raise({ type: 'NEXT', at: 0 }),
  },
  guards: { hasPrice: ({ event, context }) => context.failing || (event.type === 'PRICE' && event.price !== null) },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ owner: input.owner, count: 0, receipts: [], failures: [], prices: [], failing: false, dueAtMs: null }),
  initial: 'open',
  on: {
    ADD: { actions: 'add' },
    NOTHING: {},
    PAY: { actions: { type: 'pay', params: ({ event }) => ({ amount: event.amount }) } },
    PAY_TWICE: {
      actions: [
        { type: 'pay', params: { amount: '1' } },
        { type: 'pay', params: { amount: '2' } },
      ],
    },
    PAID: { actions: 'keepReceipt' },
    PAY_FAILED: { actions: 'keepFailure' },
    EXPLODE: { actions: 'explode' },
    PAY_AND_EXPLODE: { actions: [{ type: 'pay', params: { amount: '1' } }, 'explode'] },
    POISON: { actions: 'poison' },
    FAIL_TICKS: { actions: 'setFailing' },
    WANT_TICK: { actions: 'setDue' },
    PRICE: { guard: 'hasPrice', actions: 'keepPrice' },
  },
  states: {
    open: {
      on: {
        NEXT: 'outer',
        RECONCILE: 'reconciling',
        FINISH: 'closed',
      },
    },
    outer: {
      initial: 'inner',
      states: {
        inner: {
          initial: 'a',
          states: {
            a: { on: { DEEPER: { target: 'b', actions: { type: 'tell', params: { text: 'deeper' } } } } },
            b: { entry: 'add', on: { HALF: { actions: 'goOn' } } },
          },
        },
      },
      on: { NEXT: 'open' },
    },
    reconciling: { on: { NEXT: 'open' } },
    closed: { type: 'final' },
  },
});

const at = v.optional(v.number());
const plain = <T extends string>(type: T) => v.object({ type: v.literal(type) });

/**
 * Schemas of the events that may be sent from outside. Not included are the event that `HALF` raises and the two results of the payment
 * effect.
 */
const events = {
  ADD: v.object({ type: v.literal('ADD'), by: v.number(), at }),
  NOTHING: plain('NOTHING'),
  PAY: v.object({ type: v.literal('PAY'), amount: v.string() }),
  PAY_TWICE: plain('PAY_TWICE'),
  EXPLODE: plain('EXPLODE'),
  PAY_AND_EXPLODE: plain('PAY_AND_EXPLODE'),
  POISON: plain('POISON'),
  FAIL_TICKS: v.object({ type: v.literal('FAIL_TICKS'), failing: v.boolean() }),
  WANT_TICK: v.object({ type: v.literal('WANT_TICK'), dueAtMs: v.nullable(v.number()) }),
  NEXT: plain('NEXT'),
  DEEPER: plain('DEEPER'),
  HALF: plain('HALF'),
  FINISH: plain('FINISH'),
};

export type OrderOptions<TSafety extends EffectSafety> = {
  readonly safety: TSafety;
  readonly deadlineMs?: number;
  readonly delayMs?: number;
  readonly endIsStored?: 'at-once' | 'with-next';
  readonly retry?: RetryPolicy;
  /** Whether a payment that fails permanently results in the event `PAY_FAILED`. Default: true. */
  readonly failureIsAnEvent?: boolean;
  readonly whenExhausted?: 'fail' | 'quarantine';
  readonly onFailure?: (failure: EffectFailure) => { type: 'PAY_FAILED'; code: string };
  readonly factKeys?: (context: OrderContext) => string[];
  readonly tickEvent?: (price: unknown, context: OrderContext) => { type: 'PRICE'; price: string | null };
  readonly restore?: 'refuse' | (() => { type: 'RECONCILE' });
  readonly onDemand?: (key: string) => { owner: string };
};

const priceEvent = (price: unknown) => ({ type: 'PRICE' as const, price: typeof price === 'string' ? price : null });
const failureEvent = ({ code }: EffectFailure) => ({ type: 'PAY_FAILED' as const, code });

/** Defines an order actor that is paid by an effect with the given safety, and that reads a price at each tick. */
export function defineOrder<TSafety extends EffectSafety>(options: OrderOptions<TSafety>) {
  const { safety, deadlineMs = 10_000, failureIsAnEvent = true, factKeys, tickEvent = priceEvent } = options;
  return defineActor({
    type: 'order',
    version: 1,
    machine: orderMachine,
    events,
    effects: {
      pay: {
        safety,
        deadlineMs,
        ...(options.delayMs === undefined ? {} : { delayMs: options.delayMs }),
        ...(options.endIsStored === undefined ? {} : { endIsStored: options.endIsStored }),
        ...(options.retry ? { retry: options.retry } : {}),
        ...(failureIsAnEvent ? { onFailure: options.onFailure ?? failureEvent } : {}),
        ...(options.whenExhausted ? { whenExhausted: options.whenExhausted } : {}),
      },
      tell: { safety: 'idempotent', deadlineMs: 1_000 },
    },
    keys: {
      wallet: { of: ({ context }) => context.owner, isSearched: true, read: (text) => text.toLowerCase() },
      chainId: { of: () => 1, kind: 'number' },
      status: ({ status }) => status,
    },
    view: ({ context, value }, meta) => ({ key: meta.key, revision: meta.revision, owner: context.owner, count: context.count, value }),
    due: ({ context }) => context.dueAtMs,
    tick: {
      facts: ({ context }) => (factKeys ? factKeys(context) : ['price/1']),
      event: (facts, { context }) => tickEvent(facts.get('price/1'), context),
    },
    ...(options.restore ? { restore: options.restore } : {}),
    ...(options.onDemand ? { createOnDemand: options.onDemand } : {}),
  });
}
