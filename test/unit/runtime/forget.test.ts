import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { failureOf } from './support/order-system.ts';

const machine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'ADD'; at: number } | { type: 'KEEP'; at: number },
    input: {} as Record<never, never>,
  },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
}).createMachine({
  context: { count: 0 },
  initial: 'free',
  states: { free: { on: { ADD: { actions: 'add' }, KEEP: 'kept' } }, kept: { on: { ADD: { actions: 'add' } } } },
});
const note = defineActor({
  type: 'note',
  version: 1,
  machine,
  events: { ADD: v.object({ type: v.literal('ADD') }), KEEP: v.object({ type: v.literal('KEEP') }) },
  effects: {},
  keys: { status: ({ value }) => String(value) },
  view: ({ context }) => context.count,
  due: () => null,
  isForgettable: ({ value }) => value === 'free',
});
const actors = [implementActor(note, { effects: {} })];
const query = { type: 'note', statuses: ['free', 'kept'], limit: 10 };

test('only actors in states that the definition lets go, and that nobody needs, are deleted; the id may be used again', async () => {
  const system = createTestSystem({ actors });
  const of = (key: string) => system.system().of(note, key);
  for (const key of ['1', '2', '3']) await of(key).create({});
  await of('2').ask({ type: 'KEEP' });
  const asked: string[] = [];
  const report = await system.system().forget(query, async ({ key }) => {
    asked.push(key);
    return key !== '3';
  });
  expect(asked.toSorted()).toEqual(['1', '3']);
  expect(report).toMatchObject({ looked: 3, forgotten: ['1'], cursor: null });
  expect(await of('1').read()).toBeNull();
  expect(await failureOf(of('1').ask({ type: 'ADD' }))).toMatchObject({ code: 'actor-not-found' });
  expect((await of('1').create({})).revision).toBe(1);
  expect((await of('3').ask({ type: 'ADD' })).view()).toBe(1);
});

test('an actor that changes during the check is not forgotten', async () => {
  const system = createTestSystem({ actors });
  const one = system.system().of(note, '1');
  await one.create({});
  const report = await system.system().forget(query, async () => {
    await one.ask({ type: 'ADD' });
    return true;
  });
  expect(report.forgotten).toEqual([]);
  expect((await one.read())?.view).toBe(1);
});

test('a node that still has a forgotten actor in memory notices, and reports that it does not exist', async () => {
  const here = createTestSystem({ actors, seed: 1 });
  const there = createTestSystem({ actors, seed: 2, store: here.store });
  await there.system().of(note, '1').create({});
  expect((await here.system().forget(query, async () => true)).forgotten).toEqual(['1']);
  expect(await failureOf(there.system().of(note, '1').ask({ type: 'ADD' }))).toMatchObject({ code: 'actor-not-found' });
  expect((await there.system().of(note, '1').create({})).revision).toBe(1);
});
