import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import type { PersistedSnapshot } from '../../../src/runtime/record/record.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import { failureOf } from './support/order-system.ts';

type Migrations = { readonly [version: number]: (snapshot: PersistedSnapshot) => PersistedSnapshot };

/** Number of the next program. Each program of this test is a separate node, so each gets its own seed. */
let nextSeed = 1;

/**
 * Creates the given version of a counter program. The field in its context is called `count` in version 1 and `total` from version 2 on;
 * from version 3 on it is a string.
 */
function counterProgram(version: number, options: { store?: ActorStore; field?: string; state?: string; migrations?: Migrations } = {}) {
  const { field = version === 1 ? 'count' : 'total', state = 'counting', migrations = allMigrations } = options;
  const machine = setup({
    types: {
      context: {} as { [field: string]: number | string },
      events: {} as { type: 'ADD'; at: number } | { type: 'TICK'; at: number },
    },
    actions: {
      add: assign(({ context }) => ({ [field]: version < 3 ? Number(context[field]) + 1 : String(Number(context[field]) + 1) })),
    },
  }).createMachine({
    initial: state,
    context: { [field]: version < 3 ? 0 : '0' },
    on: { ADD: { actions: 'add' } },
    states: { [state]: {} },
  });
  const counter = defineActor({
    type: 'counter',
    version,
    machine,
    events: { ADD: v.object({ type: v.literal('ADD') }) },
    effects: {},
    keys: {},
    view: ({ context }) => context[field],
    due: () => 0,
    tick: { event: () => ({ type: 'TICK' as const }) },
    migrations,
  });
  const system = createTestSystem({
    actors: [implementActor(counter, { effects: {} })],
    ...(options.store ? { store: options.store } : {}),
    seed: nextSeed++,
  });
  return {
    system,
    definition: counter,
    counter: () => system.system().of(counter, 'c1'),
    record: () => system.system().operator.show('counter/c1'),
  };
}

const renamed = (snapshot: PersistedSnapshot): PersistedSnapshot => ({ ...snapshot, context: { total: snapshot.context.count } });
const asText = (snapshot: PersistedSnapshot): PersistedSnapshot => ({ ...snapshot, context: { total: String(snapshot.context.total) } });
const allMigrations: Migrations = { 2: renamed, 3: asText };

async function storedByVersion1() {
  const first = counterProgram(1);
  await first.counter().create(undefined as never);
  await first.counter().ask({ type: 'ADD' });
  return first.system.store;
}

test('a snapshot is lifted through every version, and the first step writes the new one', async () => {
  const store = await storedByVersion1();
  const third = counterProgram(3, { store });
  expect((await third.counter().read())?.view).toBe('1');
  expect(await third.record()).toMatchObject({ version: 1, revision: 2 });
  expect((await third.counter().ask({ type: 'ADD' })).view()).toBe('2');
  expect(await third.record()).toMatchObject({ version: 3, revision: 3, snapshot: { context: { total: '2' } } });
});

test('an old revision is lifted when it is restored', async () => {
  const store = await storedByVersion1();
  const third = counterProgram(3, { store });
  await third.counter().ask({ type: 'ADD' });
  const restored = await third.system.system().operator.restore('counter/c1', 1, 'alice');
  expect(restored).toMatchObject({ version: 3, snapshot: { context: { total: '0' } } });
  expect((await third.counter().ask({ type: 'ADD' })).view()).toBe('1');
});

for (const [what, program, code] of [
  [
    'with a state that this program does not have',
    (store: ActorStore) => counterProgram(3, { store, state: 'adding' }),
    'snapshot-unreadable',
  ],
  [
    'whose migration throws',
    (store: ActorStore) =>
      counterProgram(3, {
        store,
        migrations: {
          2: renamed,
          3: () => {
            throw new Error('no text');
          },
        },
      }),
    'snapshot-unreadable',
  ],
] as const) {
  test(`a snapshot ${what} is quarantined, and good again with the right program and a release`, async () => {
    const store = await storedByVersion1();
    const good = counterProgram(3, { store });
    const before = await good.record();

    const bad = program(store);
    expect(await failureOf(bad.counter().ask({ type: 'ADD' }))).toMatchObject({ code, kind: 'terminal' });
    await bad.system.settle();
    const quarantined = await bad.record();
    expect(quarantined).toMatchObject({ health: { state: 'quarantined', lastError: { code } }, wakeAtMs: null });
    expect(quarantined?.snapshot).toEqual(before?.snapshot as PersistedSnapshot);
    expect(quarantined?.version).toBe(before?.version as number);
    expect(bad.system.events).toContainEqual(expect.objectContaining({ kind: 'quarantined', id: 'counter/c1' }));
    // The actor is quarantined now. Further ticks and asks must neither crash the program nor write anything.
    expect(await bad.system.tick()).toMatchObject({ due: 0, failed: 0 });
    expect(await failureOf(bad.counter().ask({ type: 'ADD' }))).toMatchObject({ code });
    await bad.system.settle();
    expect((await bad.record())?.revision).toBe(quarantined?.revision as number);

    const fixed = counterProgram(3, { store });
    expect(await failureOf(fixed.counter().ask({ type: 'ADD' }))).toMatchObject({ code: 'actor-quarantined' });
    await fixed.system.system().operator.release('counter/c1', 'alice');
    expect(await fixed.counter().ask({ type: 'ADD' })).toMatchObject({ changed: true });
    expect(await fixed.system.tick()).toMatchObject({ due: 1 });
  });
}

test('an actor of a newer program is left to it: refused for now, logged once, not written', async () => {
  const store = await storedByVersion1();
  const newer = counterProgram(3, { store });
  await newer.counter().ask({ type: 'ADD' });
  const before = await newer.record();

  const old = counterProgram(1, { store });
  expect(await failureOf(old.counter().ask({ type: 'ADD' }))).toMatchObject({ code: 'version-too-new', kind: 'retryable' });
  expect(await failureOf(old.counter().ask({ type: 'ADD' }))).toMatchObject({ code: 'version-too-new' });
  expect(await old.system.tick()).toMatchObject({ stepped: 0, failed: 0 });
  await old.system.settle();
  expect(await old.record()).toEqual(before);
  const told = old.system.events.filter((event) => event.kind === 'step-failed');
  expect(told).toEqual([expect.objectContaining({ id: 'counter/c1', error: expect.objectContaining({ code: 'version-too-new' }) })]);
  expect(await newer.counter().ask({ type: 'ADD' })).toMatchObject({ changed: true });
});

test('an actor whose present snapshot cannot be read is restored to a readable one, and continues', async () => {
  const store = await storedByVersion1();
  const [found = null] = await store.load(['counter/c1']);
  if (found === null) throw new Error('no counter');
  const { record, handle } = found;
  const broken = { ...record, revision: record.revision + 1, snapshot: { ...record.snapshot, value: 'nowhere' } };
  const note = { event: { id: 'harm', type: 'HARM', payload: {} }, atMs: 1, cause: { kind: 'system' as const } };
  expect(await store.commit([{ previous: record, next: broken, note, handle }])).toEqual(['won']);

  const program = counterProgram(3, { store });
  expect(await failureOf(program.counter().ask({ type: 'ADD' }))).toMatchObject({ code: 'snapshot-unreadable' });
  await program.system.settle();
  expect((await program.record())?.health.state).toBe('quarantined');
  const restored = await program.system.system().operator.restore('counter/c1', record.revision, 'alice');
  expect(restored).toMatchObject({ version: 3, epoch: 1, health: { state: 'ok' } });
  expect(await program.counter().ask({ type: 'ADD' })).toMatchObject({ changed: true, revision: restored.revision + 1 });
});

test('an unreadable actor is quarantined by the tick, and the others of the tick continue', async () => {
  const store = await storedByVersion1();
  const bad = counterProgram(3, { store, state: 'adding' });
  await bad.system
    .system()
    .of(bad.definition, 'c2')
    .create(undefined as never);
  expect(await bad.system.tick()).toMatchObject({ due: 1, stepped: 1, failed: 0 });
  await bad.system.settle();
  expect((await bad.record())?.health.state).toBe('quarantined');
});

test('one unreadable actor does not hide the others of a list', async () => {
  const store = await storedByVersion1();
  const bad = counterProgram(3, { store, state: 'adding' });
  await bad.system
    .system()
    .of(bad.definition, 'c2')
    .create(undefined as never);
  const { actors } = await bad.system.system().list(bad.definition, { limit: 10 });
  expect(actors.map(({ id }) => id)).toEqual(['counter/c2']);
  await bad.system.settle();
  expect((await bad.record())?.health).toMatchObject({ state: 'quarantined', lastError: { code: 'snapshot-unreadable' } });
});
