import { expect, test } from 'bun:test';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { actorWithoutEffects, implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { failureOf } from './support/order-system.ts';
import { defineWatcher, UNBEARABLE, watcherMachine } from './support/watcher-actor.ts';
import { atLeast, atMost, createWatcherSystem } from './support/watcher-system.ts';

const MINUTE = 60_000;

test('an actor is ticked when a trigger holds, and is not even read while none does', async () => {
  const { test: system, watcher, fired, set } = createWatcherSystem();
  await watcher().create({ triggers: [atLeast('price/a', 10), atMost('price/b', -3)] });
  set({ 'price/a': 9.99, 'price/b': 0 });
  expect(await system.tick()).toMatchObject({ due: 0, triggered: 0, stepped: 0 });
  set({ 'price/a': 10, 'price/b': 0 });
  expect(await system.tick()).toMatchObject({ due: 0, triggered: 1, stepped: 1, committed: 1, factsFetched: 3 });
  expect(await fired()).toEqual([{ at: system.time.clock.now(), values: { 'price/a': 10, 'price/b': 0 } }]);
});

test('a trigger that holds ticks at every minute, until the actor waits for something else', async () => {
  const { test: system, watcher, fired, set } = createWatcherSystem();
  await watcher().create({ triggers: [atMost('price/a', 1)] });
  set({ 'price/a': 0 });
  await system.tick();
  await system.tick();
  await watcher().ask({ type: 'WAIT', triggers: [atMost('price/a', -1)], dueAtMs: null });
  expect(await system.tick()).toMatchObject({ triggered: 0 });
  await watcher().ask({ type: 'WAIT', triggers: [], dueAtMs: null });
  set({ 'price/a': -9 });
  expect(await system.tick()).toMatchObject({ triggered: 0 });
  expect((await fired()).length).toBe(2);
});

test('an actor of which several triggers hold, and that is due as well, is ticked once', async () => {
  const { test: system, watcher, fired, set } = createWatcherSystem();
  const triggers = [atLeast('price/a', 1), atLeast('price/b', 1), atMost('price/c', 1), atLeast('price/a', 0)];
  await watcher('several').create({ triggers });
  await watcher('due too').create({ triggers, dueAtMs: 0 });
  await watcher('only due').create({ dueAtMs: 0 });
  set({ 'price/a': 5, 'price/b': 5, 'price/c': 0 });
  expect(await system.tick()).toMatchObject({ due: 2, triggered: 1, stepped: 3, committed: 3 });
  for (const key of ['several', 'due too', 'only due']) expect((await fired(key)).length).toBe(1);
});

test('one that begins to wait as it is due, for what holds already, is triggered by the next tick', async () => {
  const { test: system, watcher, fired, set } = createWatcherSystem();
  // When this watcher fires, it chooses new values to wait for (a seed other than 0), and one of these conditions is already true.
  await watcher().create({ seed: 3, dueAtMs: 0 });
  set({ 'price/a': 0, 'price/b': 0, 'price/c': 0 });
  expect(await system.tick()).toMatchObject({ due: 1, triggered: 0, stepped: 1 });
  expect((await fired()).length).toBe(1);
});

test('values are asked for once per tick, for the topics that are in use', async () => {
  const { test: system, watcher, asked } = createWatcherSystem();
  await system.tick();
  expect(asked).toEqual([]);
  for (let i = 0; i < 20; i += 1) await watcher(`w${i}`).create({ triggers: [atLeast(i % 2 === 0 ? 'price/a' : 'price/b', i)] });
  await watcher('none').create({});
  await system.tick();
  expect(asked.map((topics) => topics.toSorted())).toEqual([['price/a', 'price/b']]);
  for (let i = 1; i < 20; i += 2) await watcher(`w${i}`).ask({ type: 'STOP' });
  await system.tick();
  expect(asked.slice(1)).toEqual([['price/a']]);
});

test('values that fail to come trigger nobody and are told; who is due is served, and the next tick makes up for it', async () => {
  let fails = true;
  const {
    test: system,
    watcher,
    fired,
    set,
  } = createWatcherSystem({
    topicValues: async () => {
      if (fails) throw new Error('no prices');
      return new Map([['price/a', 5]]);
    },
  });
  await watcher('triggered').create({ triggers: [atLeast('price/a', 1)] });
  await watcher('due').create({ dueAtMs: 0 });
  set({ 'price/a': 5 });
  expect(await system.tick()).toMatchObject({ due: 1, triggered: 0, stepped: 1, failed: 0 });
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'topics-failed', type: 'watcher', topics: 1 }));
  fails = false;
  expect(await system.tick()).toMatchObject({ triggered: 1 });
  expect((await fired('triggered')).length).toBe(1);
});

test('values that never come are given up at the deadline, and the tick ends', async () => {
  let signalled = false;
  const { test: system, watcher } = createWatcherSystem({
    topicValues: (_topics, { signal }) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => {
          signalled = true;
        });
      }),
    system: { factsDeadlineMs: 5_000 },
  });
  await watcher().create({ triggers: [atLeast('price/a', 1)] });
  await system.advance(MINUTE);
  const report = system.system().tick(system.time.clock.now());
  await system.advance(5_000);
  expect(await report).toMatchObject({ triggered: 0 });
  expect(signalled).toBe(true);
  const [event] = system.events.filter(({ kind }) => kind === 'topics-failed');
  expect(event).toMatchObject({ error: { code: 'facts-deadline' } });
});

test('a topic without a value, or with one that is no finite number, triggers nobody', async () => {
  const { test: system, watcher, set } = createWatcherSystem();
  await watcher().create({ triggers: ['a', 'b', 'c'].flatMap((name) => [atLeast(`price/${name}`, -1), atMost(`price/${name}`, 1)]) });
  set({ 'price/a': Number.NaN, 'price/b': Number.POSITIVE_INFINITY });
  expect(await system.tick()).toMatchObject({ triggered: 0, failed: 0 });
});

test('an actor that backs off is triggered after its pause; a quarantined one waits for nothing until it is released', async () => {
  const {
    test: system,
    watcher,
    record,
    set,
  } = createWatcherSystem({
    system: { supervision: { maxFailures: 2, firstDelayMs: 3 * MINUTE, maxDelayMs: 3 * MINUTE }, random: () => 0.5 },
  });
  const triggers = [atLeast('price/c', 1)];
  await watcher().create({ triggers });
  set({ 'price/c': UNBEARABLE });
  expect(await system.tick()).toMatchObject({ triggered: 1, failed: 1 });
  expect((await record()).health.state).toBe('backing-off');
  expect(await system.tick()).toMatchObject({ triggered: 0, failed: 0 });
  await system.advance(3 * MINUTE);
  expect(await system.tick()).toMatchObject({ triggered: 1, failed: 1 });
  expect(await record()).toMatchObject({ health: { state: 'quarantined' } });
  expect((await record()).triggers).toBeUndefined();
  expect(await system.store.topics('watcher')).toEqual([]);
  set({ 'price/c': 2 });
  expect(await system.tick()).toMatchObject({ triggered: 0 });
  await system.system().operator.release('watcher/w1', 'op');
  expect((await record()).triggers).toEqual(triggers);
  expect(await system.tick()).toMatchObject({ triggered: 1, committed: 1 });
});

test('an actor that is done waits for nothing', async () => {
  const { watcher, record } = createWatcherSystem();
  await watcher().create({ triggers: [atLeast('price/a', 1)] });
  await watcher().ask({ type: 'STOP' });
  expect((await record()).triggers).toBeUndefined();
});

test('of two nodes that serve the same minute one steps a triggered actor', async () => {
  const one = createWatcherSystem();
  const other = createWatcherSystem({ system: { store: one.test.store, seed: 2 } });
  await one.watcher().create({ triggers: [atLeast('price/a', 1)] });
  for (const { set } of [one, other]) set({ 'price/a': 1 });
  await Promise.all([one.test.tick(), other.test.tick()]);
  expect((await other.fired()).length).toBe(1);
  expect((await one.record()).revision).toBe(2);
});

test('triggers that no store could find again fail the step, and the actor stays as it was', async () => {
  const { watcher, record } = createWatcherSystem();
  await watcher().create({ triggers: [atLeast('price/a', 1)] });
  const before = await record();
  const bad = [
    [atLeast('', 1)],
    [atLeast('x'.repeat(201), 1)],
    [atLeast('price/a', Number.POSITIVE_INFINITY)],
    [{ ...atLeast('price/a', 1), ...JSON.parse('{"op":"above"}') }],
    Array.from({ length: 33 }, (_, value) => atLeast('price/a', value)),
  ];
  for (const triggers of bad) {
    expect(await failureOf(watcher().ask({ type: 'WAIT', triggers, dueAtMs: null }))).toMatchObject({ code: 'step-failed' });
    expect(await record()).toEqual(before);
  }
});

test('what is stored is each trigger once, without -0, and nothing beside what counts', async () => {
  const { watcher, record } = createWatcherSystem();
  const doubled = [{ ...atLeast('price/a', -0), note: 'mine' }, atLeast('price/a', 0), ...Array.from({ length: 40 }, () => atMost('b', 1))];
  await watcher().create({ triggers: doubled });
  expect((await record()).triggers).toStrictEqual([atLeast('price/a', 0), atMost('b', 1)]);
});

test('the triggers of a restored actor are those of the state that it is given', async () => {
  const { test: system, watcher, record, set, fired } = createWatcherSystem();
  await watcher().create({ triggers: [atLeast('price/a', 1)] });
  await watcher().ask({ type: 'WAIT', triggers: [], dueAtMs: null });
  await system.system().operator.restore('watcher/w1', 1, 'op');
  expect((await record()).triggers).toEqual([atLeast('price/a', 1)]);
  set({ 'price/a': 1 });
  expect(await system.tick()).toMatchObject({ triggered: 1 });
  expect((await fired()).length).toBe(1);
});

test('an imported actor waits for what its snapshot says, whatever the export says of triggers; a quarantined one for nothing', async () => {
  const { watcher, record } = createWatcherSystem();
  await watcher().create({ triggers: [atLeast('price/a', 1)] });
  const exported = await record();
  const other = createWatcherSystem({ system: { seed: 2 } });
  const sick = { ...exported.health, state: 'quarantined' as const };
  const { triggers: _gone, ...bare } = exported;
  const records = [
    { ...exported, id: 'watcher/lied', triggers: [atMost('price/b', 7)] },
    { ...bare, id: 'watcher/bare' },
    { ...exported, id: 'watcher/sick', health: sick },
    { ...exported, id: 'watcher/bad', triggers: [{ topic: 'x' }] },
  ];
  const findings = await other.test.system().operator.import(records, { by: 'op', replace: false, apply: true });
  expect(findings.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'create', 'refuse']);
  expect((await other.record('lied')).triggers).toEqual([atLeast('price/a', 1)]);
  expect((await other.record('bare')).triggers).toEqual([atLeast('price/a', 1)]);
  expect((await other.record('sick')).triggers).toBeUndefined();
  await other.test.system().operator.release('watcher/sick', 'op');
  expect((await other.record('sick')).triggers).toEqual([atLeast('price/a', 1)]);
});

test('a group’s tick triggers the actors of its shards only', async () => {
  const { test: system, watcher, record, fired, set } = createWatcherSystem();
  const keys = Array.from({ length: 30 }, (_, i) => `w${i}`);
  for (const key of keys) await watcher(key).create({ triggers: [atLeast('price/a', 1)] });
  set({ 'price/a': 1 });
  await system.advance(MINUTE);
  await system.system().tick(system.time.clock.now(), { types: ['watcher'], shards: [0, 128] });
  await system.system().tick(system.time.clock.now(), { types: ['other'] });
  for (const key of keys) expect((await fired(key)).length).toBe((await record(key)).shard < 128 ? 1 : 0);
});

test('a definition with triggers and without a tick is refused, and so is one that nobody tells the values', () => {
  const { tick: _tick, ...spec } = defineWatcher('by-index');
  expect(() => defineActor({ ...spec, machine: watcherMachine })).toThrow('triggers without a tick');
  const watchers = defineWatcher('by-index');
  expect(() => implementActor(watchers, { effects: {} })).toThrow('has triggers and no `topicValues`');
  expect(actorWithoutEffects(watchers).topicValues).toBeNull();
});
