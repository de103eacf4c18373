import { expect, test } from 'bun:test';
import type { Store } from '../../../src/cli/migrate/migrate-stores.ts';
import { DCA_LINKS } from '../../../src/features/dca/link-repository.ts';
import { NETWORKS } from '../../../src/market/networks/create-networks.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { create, firstRecord, loadHeld, step } from '../../contract/actor-store/support/sample-records.ts';
import { fillStore } from './support/fill-store.ts';
import { contentOf, memoryStore, migrate } from './support/open-stores.ts';

const first = 'vault/0';

test.each<[string, (target: Store, source: Store) => Promise<unknown>, string]>([
  [
    'an actor that the source does not have',
    ({ actors }) => create(actors, firstRecord('vault/foreign')),
    'Actor vault/foreign in the target is not in',
  ],
  [
    'another actor under an id of the source',
    ({ actors }) => create(actors, firstRecord(first, { version: 99 })),
    `Actor ${first} in the target differs`,
  ],
  [
    'an actor that is further than in the source',
    async ({ actors }) => {
      let held = await create(actors, firstRecord(first));
      for (let revision = 2; revision <= 9; revision++) held = await step(actors, held);
    },
    `Actor ${first} in the target is at revision 9, newer than`,
  ],
  [
    'another document under an id of the source',
    ({ records }) => records.collection<JsonObject>(NETWORKS).insert('networks/3', { id: 'mine' }),
    'Document "networks/3" of networks in the target differs',
  ],
  [
    "a document that holds a unique key of the source's",
    ({ records }) => records.collection<JsonObject>(DCA_LINKS).insert('mine', { recordId: 4 }),
    'Document "mine" of dca-links in the target has the same unique key',
  ],
])('%s in the target is named, and not overwritten', async (_, put, message) => {
  const [source, target] = [memoryStore(), memoryStore()];
  const ids = await fillStore(source, { actors: 20, revisions: 6 });
  await put(target, source);
  const before = [await contentOf(target, [first, 'vault/foreign']), await contentOf(source, ids)] as const;
  const failure = await migrate(source, target).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'migrate-target-taken', message: expect.stringContaining(message) });
  expect(await contentOf(source, ids)).toStrictEqual(before[1]);
  const foreign = await contentOf(target, [first, 'vault/foreign']);
  for (const [at, record] of before[0].records.entries()) if (record !== undefined) expect(foreign.records[at]).toStrictEqual(record);
  const kept = before[0].documents.flat();
  expect(foreign.documents.flat()).toEqual(expect.arrayContaining(kept));
});

test('an empty source is refused: its name may be mistyped', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  expect(await migrate(source, target).catch((error: unknown) => error)).toMatchObject({ code: 'migrate-source-empty' });
  await source.records.collection<JsonObject>(NETWORKS).insert('a', { id: 'a' });
  expect(await migrate(source, target)).toMatchObject({ isEqual: true });
});

test('a document that only the target has is found at the end', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  await fillStore(source, { actors: 3, revisions: 2 });
  await target.records.collection<JsonObject>(NETWORKS).insert('mine', { id: 'mine' });
  const { isEqual, differences } = await migrate(source, target);
  expect([isEqual, differences.first]).toEqual([false, ['document "mine" of networks in the target is not in the source']]);
});

test('changes to the source meanwhile are found: each actor and document is named, and the next run continues the actors', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  const ids = await fillStore(source, { actors: 20, revisions: 4 });
  const networks = source.records.collection<JsonObject>(NETWORKS);
  const { revision } = (await loadHeld(source.actors, first)).record;
  const busy = changingBeforeList(source, 2, async () => {
    await step(source.actors, await loadHeld(source.actors, first));
    await create(source.actors, firstRecord('vault/new'));
    await networks.put('networks/5', { id: 'new name' });
  });
  const { isEqual, differences } = await migrate(busy, target);
  expect(isEqual).toBe(false);
  expect(differences.count).toBe(3);
  expect(differences.first.toSorted()).toEqual([
    `actor ${first} changed in the source during the copy: revision ${revision + 1} in the source, ${revision} in the target`,
    'actor vault/new is not in the target: it was created in the source during the copy',
    'document "networks/5" of networks has different contents in the target: one of the stores changed during the copy',
  ]);

  await target.records.collection<JsonObject>(NETWORKS).put('networks/5', { id: 'new name' });
  expect(await migrate(source, target)).toMatchObject({ isEqual: true, actors: { copied: 2, revisions: 2 } });
  expect(await contentOf(target, [...ids, 'vault/new'])).toStrictEqual(await contentOf(source, [...ids, 'vault/new']));
});

test('a target whose actor has the right record on another history is found', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  const held = await create(source.actors, firstRecord(first, { wakeAtMs: 5 }));
  await step(source.actors, held, { wakeAtMs: null });
  await step(target.actors, await create(target.actors, firstRecord(first)));
  const { isEqual, differences } = await migrate(source, target);
  expect([isEqual, differences.first]).toEqual([false, [`actor ${first} has a different record or history in the target at revision 2`]]);
});

test('a service that writes to an actor of the target meanwhile is noticed', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  await fillStore(source, { actors: 20, revisions: 4 });
  let isFirst = true;
  const shared: Store = {
    ...target,
    actors: {
      ...target.actors,
      async commit(commits) {
        if (isFirst) await create(target.actors, firstRecord(first, { version: 99 }));
        isFirst = false;
        return await target.actors.commit(commits);
      },
    },
  };
  const failure = await migrate(source, shared).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'migrate-target-taken',
    message: expect.stringContaining(`Actor ${first} in the target was changed by another process`),
  });
  expect((await loadHeld(target.actors, first)).record.version).toBe(99);
});

/** Creates a source store that changes just before its actors are listed for the n-th time. */
function changingBeforeList(source: Store, nth: number, makeChange: () => Promise<void>): Store {
  let lists = 0;
  return {
    ...source,
    actors: {
      ...source.actors,
      async list(query) {
        lists += 1;
        if (lists === nth) await makeChange();
        return await source.actors.list(query);
      },
    },
  };
}
