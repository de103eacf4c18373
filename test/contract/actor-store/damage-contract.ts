import { expect, test } from 'bun:test';
import type { ActorCommit, ActorStore, LoadedActor } from '../../../src/runtime/record/actor-store.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import type { OpenStore } from './open-actor-store.ts';
import { create, firstRecord, loadHeld, noteOf, outboxEntry, step, stepTo } from './support/sample-records.ts';

/** Ways of damaging an actor's stored text. */
const FORMS: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ['no JSON', () => 'no JSON'],
  ['nothing', () => ''],
  ['null', () => 'null'],
  ['a list', () => '[]'],
  ['cut off', (text) => text.slice(0, text.length / 2)],
  ['a record without a snapshot', withRecord(({ snapshot: _, ...rest }) => rest)],
  ['a context that is a text', withRecord((record) => ({ ...record, snapshot: { ...record.snapshot, context: 'x' } }))],
  ['applied ids that are a number', withRecord((record) => ({ ...record, applied: 5 }))],
  ['an effect of another form', withRecord((record) => ({ ...record, outbox: [{ name: 'pay' }] }))],
  ['a health of another word', withRecord((record) => ({ ...record, health: { state: 'fine' } }))],
  ['a revision that is a text', withRecord((record) => ({ ...record, revision: '1' }))],
];
const TRIGGER = { topic: 'price', op: 'at-least', value: 5 } as const;

/** Tests that an actor that cannot be read does not affect other actors, is reported as damaged, and can be restored. */
export function testDamage(open: OpenStore): void {
  for (const [what, change] of FORMS) {
    test(`an actor of which the record is ${what} is damaged, and all others are read`, async () => {
      await using opened = await open();
      const { store } = opened;
      for (const id of ['vault/1', 'vault/2', 'vault/3']) await create(store, firstRecord(id, { wakeAtMs: 5, createdAtMs: 7 }));
      await opened.rewrite('vault/2', change);
      const loads = await store.load(['vault/1', 'vault/2', 'vault/3', 'vault/none']);
      expect(loads.map((found) => [found?.record.id, found?.damage !== undefined])).toEqual([
        ['vault/1', false],
        ['vault/2', true],
        ['vault/3', false],
        [undefined, false],
      ]);
      expect(loads[1]?.record).toMatchObject({
        ...{ type: 'vault', revision: 1, wakeAtMs: null, outbox: [], createdAtMs: 7 },
        health: { state: 'quarantined', lastError: { code: 'wrong-data' } },
      });
      const { rows } = await store.due({ afterMs: null, untilMs: 10, limit: 10 });
      expect((await store.loadRefs(rows.map(({ ref }) => ref))).map((found) => found?.record.id).sort()).toEqual([
        'vault/1',
        'vault/2',
        'vault/3',
      ]);
      const first = await store.list({ order: 'oldest', limit: 2 });
      const rest = await store.list({ order: 'oldest', limit: 2, cursor: first.cursor ?? '' });
      expect([...first.actors, ...rest.actors].map(({ record }) => record.id).sort()).toEqual(['vault/1', 'vault/2', 'vault/3']);
      expect((await store.counts()).actors).toBe(3);
      expect(await store.history('vault/2', { limit: 5 })).toEqual([]);
      expect(await store.historyAt('vault/2', 1)).toBeNull();
      expect(await store.hasApplied('vault/2', 'other')).toBe(false);
      expect(await store.history('vault/3', { limit: 5 })).toHaveLength(1);
      const damaged = loads.flatMap((found) => (found?.damage === undefined ? [] : [found]));
      expect(await store.forget(damaged)).toEqual([false]);
    });
  }

  test('a commit on a damaged actor corrects its index entries', async () => {
    await using opened = await open();
    const { store } = opened;
    const keys = { wallet: '0xa', chainId: 1, status: 'active' };
    await create(store, firstRecord('vault/1', { wakeAtMs: 5, keys, triggers: [TRIGGER] }));
    await create(store, firstRecord('vault/2', { wakeAtMs: 5, keys, triggers: [TRIGGER] }));
    await opened.rewrite('vault/1', () => 'no JSON');
    await setAside(store, 'vault/1');
    expect(await store.load(['vault/1'])).toMatchObject([{ record: { revision: 2, health: { state: 'quarantined' } } }]);
    expect((await store.load(['vault/1']))[0]?.damage).toBeUndefined();
    const quarantined = await store.list({ health: 'quarantined', order: 'oldest', limit: 5 });
    expect(quarantined.actors.map(({ record }) => record.id)).toEqual(['vault/1']);
    const group = { type: 'vault', status: 'active', count: 1 };
    const { byTypeAndStatus } = await store.counts();
    expect([...byTypeAndStatus].sort((a, b) => (a.health < b.health ? -1 : 1))).toEqual([
      { ...group, health: 'ok' },
      { ...group, health: 'quarantined' },
    ]);
    const { rows } = await store.due({ afterMs: null, untilMs: 10, limit: 10 });
    expect((await store.loadRefs(rows.map(({ ref }) => ref))).map((found) => found?.record.id)).toEqual(['vault/2']);
    const triggered = await store.triggered({ type: 'vault', values: new Map([['price', 6]]), limit: 10 });
    expect((await store.loadRefs(triggered.rows.map(({ ref }) => ref))).map((found) => found?.record.id)).toEqual(['vault/2']);
    expect(await store.count({ keys: { wallet: '0xa' } })).toBe(2);
  });

  for (const revision of [3, 16, 17, 18, 40]) {
    test(`a damaged revision ${revision} is a gap in the history, which continues, and the actor steps again`, async () => {
      await using opened = await open();
      const { store } = opened;
      await stepTo(store, await create(store, firstRecord('vault/1')), revision);
      await create(store, firstRecord('vault/2', { outbox: [outboxEntry()] }));
      await opened.rewrite('vault/1', (text) => text.slice(0, -5));
      const [damaged] = await store.load(['vault/1']);
      expect(damaged).toMatchObject({ record: { revision }, damage: expect.any(String) });
      await setAside(store, 'vault/1');
      const held = await stepTo(store, await loadHeld(store, 'vault/1'), revision + 20);
      expect((await loadHeld(store, 'vault/1')).record).toEqual(held.record);
      const revisions = (await store.history('vault/1', { limit: 100 })).map((entry) => entry.revision);
      const all = Array.from({ length: revision + 20 }, (_, at) => revision + 20 - at);
      expect(revisions).toEqual(all.filter((one) => one !== revision));
      const page = await store.history('vault/1', { beforeRevision: revision + 2, limit: 2 });
      expect(page.map((entry) => entry.revision)).toEqual([revision + 1, revision - 1]);
      expect(await store.historyAt('vault/1', revision - 1)).toMatchObject({ revision: revision - 1 });
      expect(await store.hasApplied('vault/1', 'vault/1#2')).toBe(true);
      const isDone = async (): Promise<boolean> => (await store.prune({ beforeMs: 5_000, limit: 100 })) === 0 || isDone();
      expect(await isDone()).toBe(true);
      expect((await loadHeld(store, 'vault/1')).record).toEqual(held.record);
      await step(store, await loadHeld(store, 'vault/1'));
    });
  }
}

/** Quarantines an actor in the same way as the runtime does. */
async function setAside(store: ActorStore, id: string): Promise<void> {
  const [found = null] = await store.load([id]);
  if (found === null) throw new Error(`there is no ${id}`);
  const commit = quarantining(found);
  expect(await store.commit([commit])).toEqual(['won']);
}

function quarantining({ record, handle }: LoadedActor): ActorCommit {
  const next = { ...record, revision: record.revision + 1 };
  return { previous: record, next, note: noteOf(next), handle };
}

function withRecord(change: (record: ActorRecord) => object): (text: string) => string {
  return (text) => {
    const full: { record: ActorRecord } = JSON.parse(text);
    return JSON.stringify({ ...full, record: change(full.record) });
  };
}
