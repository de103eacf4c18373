import { beforeAll, expect, test } from 'bun:test';
import { createMongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import { loadHeld, stepTo } from '../../contract/actor-store/support/sample-records.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { requires } from '../../support/requires.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someOf } from '../../support/which-cases.ts';
import { fillStore } from './support/fill-store.ts';
import { clock, contentOf, migrate, sqliteStore } from './support/open-stores.ts';

requires('mongodb')('from SQLite to MongoDB and back', () => {
  // The time limit is long, because the first start of MongoDB's test server builds the server.
  beforeAll(async () => (await mongoServer()).stop(), 120_000);

  test.each(
    someOf([
      ['history that retention has cut', true],
      ['whole history', false],
    ] as const),
  )(
    '%s: everything is the same, and actors go on',
    async (_, isCut) => {
      using folder = tempFolder();
      await using source = sqliteStore(folder.file('source.db'));
      await using back = sqliteStore(folder.file('back.db'));
      const server = await mongoServer();
      const between = await createMongoStore({ url: server.url, clock });
      try {
        const ids = await fillStore(source, { actors: 60, revisions: 36 });
        while (isCut && (await source.actors.prune({ beforeMs: 20_000, limit: 1_000 })) > 0);
        const before = await contentOf(source, ids);
        expect(before.histories.some((history) => (history.at(-1)?.revision ?? 0) > 1)).toBe(isCut);
        const there = await migrate(source, between);
        expect(there).toMatchObject({ isEqual: true, actors: { copied: 60, targetCount: 60 } });
        expect(await contentOf(between, ids)).toStrictEqual(before);
        expect(await migrate(source, between)).toMatchObject({ isEqual: true, actors: { copied: 0 } });
        const andBack = await migrate(between, back);
        expect(andBack).toMatchObject({ isEqual: true, actors: { copied: 60 } });
        expect(andBack.actors.targetHash).toBe(there.actors.sourceHash);
        expect(andBack.collections.map(({ targetHash }) => targetHash)).toEqual(there.collections.map(({ sourceHash }) => sourceHash));
        expect(await contentOf(back, ids)).toStrictEqual(before);
        const [id = ''] = ids;
        const further = await stepTo(between.actors, await loadHeld(between.actors, id), 45);
        expect((await loadHeld(between.actors, id)).record).toStrictEqual(further.record);
      } finally {
        await between.close();
        await server.stop();
      }
    },
    120_000,
  );
});
