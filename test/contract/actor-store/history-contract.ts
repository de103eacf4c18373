import { expect, test } from 'bun:test';
import type { OpenStore } from './open-actor-store.ts';
import {
  create,
  createAll,
  creation,
  firstRecord,
  type Held,
  heldAfter,
  loadHeld,
  noteOf,
  step,
  stepTo,
} from './support/sample-records.ts';

/** Tests the stored history, the check whether a commit with a lost reply was written, and the deletion of old history (retention). */
export function testHistory(open: OpenStore): void {
  test('history gives every revision, newest first, with its event, cause, states and record', async () => {
    await using opened = await open();
    const { store } = opened;
    const steps: Held[] = [await create(store, firstRecord('vault/1'))];
    for (let revision = 2; revision <= 40; revision++) {
      const last = steps.at(-1);
      if (last === undefined) throw new Error('nothing');
      const { snapshot } = last.record;
      const value = revision % 2 === 0 ? 'even' : { odd: 'deep' };
      steps.push(await step(store, last, { snapshot: { ...snapshot, value, context: { ...snapshot.context, count: revision } } }));
    }
    const entries = await store.history('vault/1', { limit: 1_000 });
    const expected = steps.map(({ record }, at) => ({
      ...noteOf(record),
      revision: record.revision,
      from: steps[at - 1]?.record.snapshot.value ?? null,
      to: record.snapshot.value,
      record,
    }));
    expect(entries).toStrictEqual(expected.toReversed());
    for (const revision of [1, 2, 15, 16, 17, 18, 31, 32, 33, 34, 40]) {
      const entry = await store.historyAt('vault/1', revision);
      expect(entry).toStrictEqual(expected[revision - 1] ?? null);
    }
  });

  test('history is read in pages, ends at the first revision, and is empty for an unknown actor', async () => {
    await using opened = await open();
    const { store } = opened;
    await stepTo(store, await create(store, firstRecord('vault/1')), 37);
    const revisions = async (beforeRevision: number, limit: number) =>
      (await store.history('vault/1', { beforeRevision, limit })).map(({ revision }) => revision);
    expect(await revisions(38, 3)).toEqual([37, 36, 35]);
    expect(await revisions(19, 4)).toEqual([18, 17, 16, 15]);
    expect(await revisions(3, 10)).toEqual([2, 1]);
    expect(await revisions(1, 10)).toEqual([]);
    expect(await store.history('vault/none', { limit: 10 })).toEqual([]);
    expect(await store.historyAt('vault/1', 38)).toBeNull();
    expect(await store.historyAt('vault/1', 0)).toBeNull();
    expect(await store.historyAt('vault/none', 1)).toBeNull();
  });

  test('an event id that was applied is found however long ago, and another one is not', async () => {
    await using opened = await open();
    const { store } = opened;
    await stepTo(store, await create(store, firstRecord('vault/1')), 90);
    for (const revision of [1, 2, 16, 17, 18, 33, 50, 74, 75, 90])
      expect(await store.hasApplied('vault/1', `vault/1#${revision}`)).toBe(true);
    expect(await store.hasApplied('vault/1', 'vault/1#91')).toBe(false);
    expect(await store.hasApplied('vault/none', 'vault/1#1')).toBe(false);
  });

  test('an actor that is copied may begin at a later revision, and its history begins there, with the state before', async () => {
    await using opened = await open();
    const { store } = opened;
    const first = firstRecord('vault/1', { revision: 9, applied: ['e8', 'e9'] });
    const begin = { ...creation(first), from: { before: 'deep' } };
    const held = heldAfter(begin, (await store.commit([begin]))[0]);
    expect(await store.commit([{ ...creation(first), from: 'other' }])).toEqual(['conflict']);
    const last = await stepTo(store, held, 60);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(last.record);
    const entries = await store.history('vault/1', { limit: 100 });
    expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 52 }, (_, at) => 60 - at));
    expect(entries.at(-1)).toStrictEqual({ ...noteOf(first), revision: 9, from: { before: 'deep' }, to: 'waiting', record: first });
    expect(await store.historyAt('vault/1', 8)).toBeNull();
    expect(await store.hasApplied('vault/1', 'e8')).toBe(true);
    const further = await stepTo(store, await loadHeld(store, 'vault/1'), 80);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(further.record);
  });

  for (const last of [2, 15, 16, 17, 18, 40]) {
    test(`retention at revision ${last}: young history stays complete, old history is removed, and actors continue`, async () => {
      await using opened = await open();
      const { store } = opened;
      // Another actor's revisions are stored before and after those of the tested actor, and a third actor never changes. Retention deletes
      // old history, but must not affect the tested actor's newer entries or the other actors.
      await createAll(store, [firstRecord('vault/still')]);
      const beside = await create(store, firstRecord('vault/beside'));
      const held = await stepTo(store, await create(store, firstRecord('vault/1')), last);
      await step(store, beside);
      const young = await stepTo(store, { ...held, record: { ...held.record, updatedAtMs: 10_000_000 } }, last + 20);
      const before = await store.history('vault/1', { limit: 20 });

      for (let left = 100; left > 0 && (await store.prune({ beforeMs: 5_000_000, limit: 5 })) > 0; left--);
      expect(await store.prune({ beforeMs: 5_000_000, limit: 5 })).toBe(0);

      expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(young.record);
      expect((await store.history('vault/1', { limit: 20 })).slice(0, 19)).toStrictEqual(before.slice(0, 19));
      expect((await store.historyAt('vault/1', last + 1))?.record).toStrictEqual(before.at(-1)?.record);
      expect((await store.history('vault/1', { limit: 1_000 })).length).toBeLessThanOrEqual(21);
      for (let revision = 1; revision < last; revision++) expect(await store.historyAt('vault/1', revision)).toBeNull();
      expect((await loadHeld(store, 'vault/still')).record.revision).toBe(1);
      expect((await loadHeld(store, 'vault/beside')).record.revision).toBe(2);

      // After the deletion of old history, commits to the actor must still succeed, both from a handle that was read before the deletion
      // and from a newly read one.
      const further = await stepTo(store, young, last + 40);
      expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(further.record);
      const again = await stepTo(store, await loadHeld(store, 'vault/1'), last + 60);
      expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(again.record);
      expect((await store.historyAt('vault/1', last + 30))?.revision).toBe(last + 30);
    });
  }

  test('an actor whose whole history was removed as too old still exists and continues', async () => {
    await using opened = await open();
    const { store } = opened;
    const held = await stepTo(store, await create(store, firstRecord('vault/1')), 9);
    await create(store, firstRecord('vault/2', { updatedAtMs: 1_000 }));
    while ((await store.prune({ beforeMs: 5_000_000, limit: 1_000 })) > 0);
    const loaded = await loadHeld(store, 'vault/1');
    expect(loaded.record).toStrictEqual(held.record);
    expect(await store.historyAt('vault/1', 1)).toBeNull();
    expect((await store.historyAt('vault/1', 9))?.record).toStrictEqual(held.record);
    const further = await stepTo(store, held, 60);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(further.record);
    expect((await store.history('vault/1', { limit: 100 })).at(-1)?.revision).toBe(9);
  });
}
