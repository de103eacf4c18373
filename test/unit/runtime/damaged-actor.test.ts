import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { failureOf } from './support/order-system.ts';

const machine = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'ADD'; at: number } | { type: 'TICK'; at: number },
  },
  actions: { add: assign(({ context }) => ({ count: context.count + 1 })) },
}).createMachine({
  initial: 'counting',
  context: { count: 0 },
  on: { ADD: { actions: 'add' }, TICK: { actions: 'add' } },
  states: { counting: {} },
});
const counter = defineActor({
  type: 'counter',
  version: 1,
  machine,
  events: { ADD: v.object({ type: v.literal('ADD') }) },
  effects: {},
  keys: {},
  view: ({ context }) => context.count,
  due: () => 0,
  tick: { event: () => ({ type: 'TICK' as const }) },
});

/**
 * Creates three counters that were ticked once, and damages the stored text of the second one. The returned system starts afterwards, so it
 * has no copy of the counters in memory.
 */
async function withDamaged(change: (text: string) => string) {
  const store = createMemoryActorStore();
  const before = createTestSystem({ actors: [implementActor(counter, { effects: {} })], store });
  for (const key of ['1', '2', '3'])
    await before
      .system()
      .of(counter, key)
      .create(undefined as never);
  await before.tick();
  store.rewrite('counter/2', change);
  const kit = createTestSystem({ actors: [implementActor(counter, { effects: {} })], store, seed: 2, startMs: before.time.clock.now() });
  const counts = async () =>
    (await kit.system().list(counter, { limit: 10 })).actors.map(({ id, view }): [string, number] => [id, Number(view)]);
  return { store, kit, counts };
}

test.each([
  ['no JSON', () => 'no JSON'],
  ['null', () => 'null'],
  ['a delta without its event', () => '{"t":5,"c":["tick"],"s":5}'],
  ['an outbox of another form', (text: string) => JSON.stringify({ ...JSON.parse(text), q: [{ name: 'pay' }] })],
])('a tick serves all others when one record is %s, which is quarantined and reported once', async (_, change) => {
  const { kit, counts } = await withDamaged(change);
  expect(await kit.tick()).toMatchObject({ due: 2, stepped: 2, failed: 0 });
  expect(await kit.tick()).toMatchObject({ due: 2, stepped: 2, failed: 0 });
  expect(await counts()).toEqual([
    ['counter/1', 3],
    ['counter/3', 3],
  ]);
  const told = kit.events.filter(({ kind }) => kind === 'quarantined');
  expect(told).toMatchObject([{ id: 'counter/2', error: { code: 'wrong-data' } }]);
  const { operator } = kit.system();
  expect(await operator.show('counter/2')).toMatchObject({
    revision: 3,
    health: { state: 'quarantined', lastError: { code: 'wrong-data' } },
  });
  expect((await operator.list({ health: 'quarantined', order: 'oldest', limit: 5 })).actors.map(({ record }) => record.id)).toEqual([
    'counter/2',
  ]);
  expect((await operator.counts()).byTypeAndStatus).toContainEqual({ type: 'counter', status: null, health: 'quarantined', count: 1 });
  expect(await failureOf(kit.system().of(counter, '2').ask({ type: 'ADD' }))).toMatchObject({ code: 'snapshot-unreadable' });
});

test('a damaged actor is quarantined as soon as an operator reads it, and continues from an earlier revision', async () => {
  const { kit, counts } = await withDamaged(() => 'no JSON');
  const { operator } = kit.system();
  const page = await operator.find({ sort: 'created', order: 'oldest', limit: 10 });
  expect(page.actors.map(({ record }) => [record.id, record.health.state])).toEqual([
    ['counter/1', 'ok'],
    ['counter/2', 'quarantined'],
    ['counter/3', 'ok'],
  ]);
  await kit.settle();
  expect((await operator.history('counter/2', { limit: 5 })).map(({ revision }) => revision)).toEqual([3, 1]);
  expect(await failureOf(operator.release('counter/2', 'ann'))).toMatchObject({ code: 'snapshot-unreadable' });
  await operator.restore('counter/2', 1, 'ann');
  await kit.tick();
  expect(await counts()).toEqual([
    ['counter/1', 2],
    ['counter/2', 1],
    ['counter/3', 2],
  ]);
});

test('an ask to a damaged actor, or its restore, says so and leaves no other waiting', async () => {
  const { kit } = await withDamaged(() => 'no JSON');
  const asks = ['1', '2', '3'].map((key) =>
    kit
      .system()
      .of(counter, key)
      .ask({ type: 'ADD' })
      .catch((error: unknown) => error),
  );
  expect(await Promise.all(asks)).toMatchObject([{ revision: 3 }, { code: 'wrong-data' }, { revision: 3 }]);
  expect(await kit.system().operator.restore('counter/2', 1, 'ann')).toMatchObject({ health: { state: 'ok' } });
  expect(await kit.system().of(counter, '2').ask({ type: 'ADD' })).toMatchObject({ accepted: true });
});
