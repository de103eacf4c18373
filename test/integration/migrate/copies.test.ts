import { expect, test } from 'bun:test';
import { collections } from '../../../src/app/registry.ts';
import { loadHeld, step, stepTo } from '../../contract/actor-store/support/sample-records.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { documentsAt, fillStore } from './support/fill-store.ts';
import { contentOf, memoryStore, migrate, sqliteStore } from './support/open-stores.ts';

test('a store is the same after a copy from SQLite to memory and back, and its actors continue', async () => {
  using folder = tempFolder();
  await using source = sqliteStore(folder.file('source.db'));
  await using back = sqliteStore(folder.file('back.db'));
  const between = memoryStore();
  const ids = await fillStore(source, { actors: 220, revisions: 36 });
  const before = await contentOf(source, ids);

  expect(before.triggered.length).toBeGreaterThan(50);

  const [there, andBack] = [await migrate(source, between), await migrate(between, back)];
  for (const summary of [there, andBack]) {
    expect(summary).toMatchObject({ isEqual: true, differences: { count: 0 } });
    expect(summary.actors).toMatchObject({ sourceCount: 220, targetCount: 220, copied: 220, revisions: before.histories.flat().length });
    expect(summary.collections.map(({ name, copied }) => [name, copied])).toEqual(
      collections.map(({ name }, at) => [name, documentsAt(at)]),
    );
    expect(summary.actors.sourceHash).toBe(there.actors.sourceHash);
    expect(summary.collections.map(({ targetHash }) => targetHash)).toEqual(there.collections.map(({ sourceHash }) => sourceHash));
  }
  expect(new Set([there.actors, ...there.collections].map(({ sourceHash }) => sourceHash)).size).toBe(1 + collections.length);
  expect(await contentOf(between, ids)).toStrictEqual(before);
  expect(await contentOf(back, ids)).toStrictEqual(before);
  expect(await contentOf(source, ids)).toStrictEqual(before);
  expect(await back.actors.counts()).toMatchObject({ actors: 220 });
  for (const id of ids.slice(0, 8)) {
    const further = await stepTo(back.actors, await loadHeld(back.actors, id), 40);
    expect((await loadHeld(back.actors, id)).record).toStrictEqual(further.record);
  }
}, 120_000);

test('history that retention has shortened begins in the target where it begins in the source, with the state before', async () => {
  using folder = tempFolder();
  await using source = sqliteStore(folder.file('source.db'));
  await using back = sqliteStore(folder.file('back.db'));
  const between = memoryStore();
  const ids = await fillStore(source, { actors: 40, revisions: 60 });
  while ((await source.actors.prune({ beforeMs: 30_000, limit: 1_000 })) > 0);
  const before = await contentOf(source, ids);
  const firsts = before.histories.map((history) => history.at(-1));
  expect(firsts.some((first) => first !== undefined && first.revision > 20 && first.from !== null)).toBe(true);

  expect(await migrate(source, between)).toMatchObject({ isEqual: true });
  expect(await migrate(between, back)).toMatchObject({ isEqual: true });
  expect(await contentOf(between, ids)).toStrictEqual(before);
  expect(await contentOf(back, ids)).toStrictEqual(before);
}, 120_000);

test('a second run copies nothing, and one after the source moved on copies what is new', async () => {
  const [source, target] = [memoryStore(), memoryStore()];
  const ids = await fillStore(source, { actors: 30, revisions: 5 });
  await migrate(source, target);
  const again = await migrate(source, target);
  expect(again).toMatchObject({ isEqual: true, actors: { copied: 0, revisions: 0 } });
  expect(again.collections.every(({ copied }) => copied === 0)).toBe(true);
  for (const id of ids.slice(0, 3)) await step(source.actors, await loadHeld(source.actors, id));
  expect(await migrate(source, target)).toMatchObject({ isEqual: true, actors: { copied: 3, revisions: 3 } });
  expect(await contentOf(target, ids)).toStrictEqual(await contentOf(source, ids));
}, 120_000);
