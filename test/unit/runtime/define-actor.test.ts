import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { and, assign, emit, enqueueActions, fromPromise, log, raise, sendTo, setup, spawnChild } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import type { RetryPolicy } from '../../../src/runtime/define/definition.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { defineOrder } from './support/order-actor.ts';

type Event = { type: 'GO'; at: number };
const plain = setup({
  types: { context: {} as { n: number }, events: {} as Event },
  actions: {
    pay: () => {},
    undeclared: () => {},
    add: assign({ n: ({ context }) => context.n + 1 }),
    later: raise({ type: 'GO', at: 0 }, { delay: 1_000 }),
    now: raise({ type: 'GO', at: 0 }),
    log: log('hello'),
    spawn: spawnChild('child'),
    many: enqueueActions(() => {}),
    tellParent: sendTo('other', { type: 'X' }),
    emit: emit({ type: 'X' }),
  },
  actors: { child: fromPromise(async () => 1) },
  guards: { yes: () => true },
});
type Config = Parameters<typeof plain.createMachine>[0];

function define(config: object, effects: object = { pay: { safety: 'idempotent', deadlineMs: 1 } }, rest: object = {}) {
  const machine = plain.createMachine({ context: { n: 0 }, ...config } as Config);
  return defineActor({
    type: 'thing',
    version: 1,
    machine,
    events: { GO: v.object({ type: v.literal('GO') }) },
    effects: effects as { pay: { safety: 'idempotent'; deadlineMs: number } },
    keys: {},
    view: () => null,
    due: () => null,
    ...rest,
  });
}

describe('a machine is refused', () => {
  for (const [what, config, message] of [
    ['with after', { initial: 'a', states: { a: { after: { 1000: 'b' } }, b: {} } }, 'after'],
    ['with invoke', { initial: 'a', states: { a: { invoke: { src: 'child' } } } }, 'invoke'],
    ['with invoke at its root', { invoke: { src: 'child' } }, 'invoke'],
    ['with a history state', { initial: 'a', states: { a: { initial: 'x', states: { x: {}, h: { type: 'history' } } } } }, 'history'],
    ['with a delayed raise', { on: { GO: { actions: 'later' } } }, 'delay'],
    ['with an inline delayed raise', { on: { GO: { actions: raise({ type: 'GO' }, { delay: 5 }) } } }, 'delay'],
    ['with an inline action on a transition', { on: { GO: { actions: () => {} } } }, 'inline action'],
    [
      'with an inline action on entry, deep inside',
      { initial: 'a', states: { a: { initial: 'b', states: { b: { entry: () => {} } } } } },
      'a.b',
    ],
    ['with an inline action on exit', { initial: 'a', states: { a: { exit: [() => {}] } } }, 'inline action'],
    [
      'with an inline action in its initial transition',
      { initial: { target: 'a', actions: () => {} }, states: { a: {} } },
      'inline action',
    ],
    [
      'with an inline action in always',
      { initial: 'a', states: { a: { always: { target: 'b', actions: () => {} } }, b: {} } },
      'inline action',
    ],
    [
      'with an inline action in onDone',
      { initial: 'a', states: { a: { initial: 'z', states: { z: { type: 'final' } }, onDone: { actions: () => {} } } } },
      'inline',
    ],
    ['with an inline guard', { on: { GO: { guard: () => true, actions: 'add' } } }, 'inline guard'],
    ['with an inline guard inside and()', { on: { GO: { guard: and(['yes', () => true]), actions: 'add' } } }, 'inline guard'],
    ['with an action that is no effect', { on: { GO: { actions: 'undeclared' } } }, 'undeclared'],
    ['with an action that is implemented nowhere', { on: { GO: { actions: 'nobody' } } }, 'nobody'],
    ['with spawnChild', { entry: 'spawn' }, 'xstate.spawnChild'],
    ['with enqueueActions', { on: { GO: { actions: 'many' } } }, 'xstate.enqueueActions'],
    ['with sendTo', { on: { GO: { actions: 'tellParent' } } }, 'xstate.sendTo'],
    ['with emit', { on: { GO: { actions: 'emit' } } }, 'xstate.emit'],
    ['with log', { on: { GO: { actions: 'log' } } }, 'xstate.log'],
  ] as const) {
    test(what, () => expect(() => define(config)).toThrow(message));
  }
});

test('a machine that keeps the rules is taken', () => {
  const config = {
    initial: 'a',
    states: {
      a: { entry: 'pay', always: { guard: and(['yes', 'yes']), target: 'b' } },
      b: { on: { GO: { guard: 'yes', actions: ['add', 'now'] } } },
    },
  };
  expect(define(config).type).toBe('thing');
});

describe('a definition is refused', () => {
  const effect = (spec: object) => ({ pay: { safety: 'idempotent', deadlineMs: 1_000, ...spec } });
  const retry = (policy: Partial<RetryPolicy>) => effect({ retry: { maxAttempts: 3, firstDelayMs: 10, maxDelayMs: 100, ...policy } });
  for (const [what, effects, rest, message] of [
    ['whose type is not lower-case words with dashes', effect({}), { type: 'My Thing' }, 'My Thing'],
    ['whose type has a slash', effect({}), { type: 'a/b' }, 'a/b'],
    ['whose version is not a whole number from 1', effect({}), { version: 0 }, 'version 0'],
    ['that lacks a migration', effect({}), { version: 3, migrations: { 3: (s: unknown) => s } }, 'migration to version 2'],
    ['with an effect without a deadline', effect({ deadlineMs: undefined }), {}, 'deadlineMs'],
    ['with an effect whose deadline is endless', effect({ deadlineMs: Number.POSITIVE_INFINITY }), {}, 'deadlineMs'],
    ['with a negative delay', effect({ delayMs: -1 }), {}, 'delayMs'],
    ['with a delay that is no number', effect({ delayMs: Number.NaN }), {}, 'delayMs'],
    ['with no attempts', retry({ maxAttempts: 0 }), {}, 'maxAttempts'],
    ['with half an attempt', retry({ maxAttempts: 1.5 }), {}, 'maxAttempts'],
    ['with a retry at once', retry({ firstDelayMs: 0 }), {}, 'firstDelayMs'],
    ['with an endless retry delay', retry({ maxDelayMs: Number.POSITIVE_INFINITY }), {}, 'maxDelayMs'],
    ['whose longest delay is shorter than its first', retry({ maxDelayMs: 1 }), {}, 'maxDelayMs'],
    ['whose effect is an assign, and would never be done', { ...effect({}), add: { safety: 'idempotent', deadlineMs: 1 } }, {}, '"add"'],
  ] as const) {
    test(what, () => expect(() => define({ on: { GO: { actions: ['pay', 'add'] } } }, effects, rest)).toThrow(message));
  }

  test('with every problem at once', () => {
    const refused = () =>
      define({ on: { GO: { actions: 'undeclared' } }, entry: () => {} }, effect({ deadlineMs: 0 }), { type: '', version: -1 });
    expect(refused).toThrow(/type ""[\s\S]*version -1[\s\S]*inline action[\s\S]*undeclared[\s\S]*deadlineMs/);
  });
});

describe('an implementation is refused', () => {
  test('that lacks a handler', () => {
    const definition = define({ entry: 'pay' });
    expect(() => implementActor(definition, { effects: {} as never })).toThrow('pay');
  });

  test('that cannot look up an effect which may have happened', () => {
    const definition = defineOrder({ safety: 'reconcile' });
    const pay = { run: async () => null };
    expect(() => implementActor(definition, { effects: { pay, tell: pay } as never })).toThrow('reconcile');
  });

  test('that has the type of another', () => {
    const actor = implementActor(define({ entry: 'pay' }), { effects: { pay: { run: async () => null } } });
    expect(() => createTestSystem({ actors: [actor, actor] })).toThrow('thing');
  });
});

test('a machine that changes its context in place throws in the test kit', async () => {
  const machine = setup({
    types: { context: {} as { list: number[] }, events: {} as Event },
    actions: {
      push: assign({
        list: ({ context }) => {
          context.list.push(1);
          return context.list;
        },
      }),
    },
  }).createMachine({ context: { list: [] }, on: { GO: { actions: 'push' } } });
  const thing = defineActor({
    type: 'thing',
    version: 1,
    machine,
    events: { GO: v.object({ type: v.literal('GO') }) },
    effects: {},
    keys: {},
    view: () => null,
    due: () => null,
  });
  const system = createTestSystem({ actors: [implementActor(thing, { effects: {} })] });
  const ref = system.system().of(thing, 't');
  await ref.create(undefined as never);
  expect(ref.ask({ type: 'GO' })).rejects.toMatchObject({ code: 'step-failed' });
  await system.settle();
});
