import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../../src/runtime/define/define-actor.ts';
import type { Trigger } from '../../../../src/runtime/record/record.ts';
import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';

export const TOPICS = ['price/a', 'price/b', 'price/c'] as const;

/** Value of the topic `price/c` at which the tick of a watcher throws an error. */
export const UNBEARABLE = 666;

type Values = { readonly [topic: string]: number };
type Plan = { triggers: readonly Trigger[]; dueAtMs: number | null };
type WatcherContext = Plan & { seed: number; fired: { at: number; values: Values }[] };
type WatcherEvent =
  | { type: 'TICK'; values: Values; at: number }
  | ({ type: 'WAIT' } & Plan & { at: number })
  | { type: 'STOP'; at: number };

/**
 * Machine of the watcher actor: it waits for values, and fires when one of its triggers fires or its wake time has come. Then it waits for
 * other, random values that its seed determines; with seed 0 it waits for the same values again.
 */
export const watcherMachine = setup({
  types: { context: {} as WatcherContext, events: {} as WatcherEvent, input: {} as Partial<WatcherContext> },
  actions: {
    plan: assign(({ event }) => (event.type === 'WAIT' ? { triggers: event.triggers, dueAtMs: event.dueAtMs } : {})),
    fire: assign(({ context, event }) => {
      const fired = [...context.fired, { at: event.at, values: event.type === 'TICK' ? event.values : {} }];
      return context.seed === 0 ? { fired } : { fired, seed: context.seed + 1, ...randomPlan(context.seed, event.at) };
    }),
  },
  guards: {
    isWanted: ({ context: { triggers, dueAtMs }, event }) =>
      event.type === 'TICK' && ((dueAtMs !== null && dueAtMs <= event.at) || triggers.some((trigger) => holds(trigger, event.values))),
    isOver: ({ context }) => context.seed % 41 === 40,
  },
}).createMachine({
  context: ({ input }) => ({ triggers: [], dueAtMs: null, seed: 0, fired: [], ...input }),
  initial: 'waiting',
  states: {
    waiting: {
      always: { target: 'done', guard: 'isOver' },
      on: { TICK: { guard: 'isWanted', actions: 'fire' }, WAIT: { actions: 'plan' }, STOP: 'done' },
    },
    done: { type: 'final' },
  },
});

/** Defines a watcher actor. With `by-index` its triggers and its time wake it; with `always` it is woken at every tick. */
export function defineWatcher(wakes: 'by-index' | 'always') {
  return defineActor({
    type: 'watcher',
    version: 1,
    machine: watcherMachine,
    events: {
      WAIT: v.object({ type: v.literal('WAIT'), triggers: v.array(v.any()), dueAtMs: v.nullable(v.number()) }),
      STOP: v.object({ type: v.literal('STOP') }),
    },
    effects: {},
    keys: {},
    view: ({ context, value }) => ({ state: value, ...context }),
    due: ({ context }) => (wakes === 'always' ? 0 : context.dueAtMs),
    ...(wakes === 'always' ? {} : { triggers: ({ context }: { readonly context: WatcherContext }) => context.triggers }),
    tick: {
      facts: () => [...TOPICS],
      event: (facts) => {
        if (facts.get('price/c') === UNBEARABLE) throw new Error('this price cannot be borne');
        const known = TOPICS.flatMap((topic) => {
          const value = facts.get(topic);
          return typeof value === 'number' ? [[topic, value] as const] : [];
        });
        return { type: 'TICK' as const, values: Object.fromEntries(known) };
      },
    },
  });
}

function holds({ topic, op, value }: Trigger, values: Values): boolean {
  const now = values[topic];
  return now !== undefined && (op === 'at-least' ? now >= value : now <= value);
}

/**
 * Returns random triggers, sometimes none, and sometimes a wake time. The limits of the triggers are around zero, like the values in the
 * test, so that some of them fire.
 */
export function randomPlan(seed: number, nowMs: number): Plan {
  const random = seededRandom(seed * 7_919);
  const count = random() < 0.1 ? 0 : 1 + Math.floor(random() * 3);
  const triggers = Array.from({ length: count }, (): Trigger => {
    const topic = TOPICS[Math.floor(random() * TOPICS.length)] ?? 'price/a';
    return { topic, op: random() < 0.5 ? 'at-least' : 'at-most', value: Math.round((random() - 0.5) * 20) / 2 };
  });
  return { triggers, dueAtMs: random() < 0.25 ? nowMs + Math.floor(random() * 5 * 60_000) : null };
}
