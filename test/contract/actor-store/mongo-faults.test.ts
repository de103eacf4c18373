import { beforeAll, expect, test } from 'bun:test';
import { MongoNetworkError } from 'mongodb';
import { actorCollections } from '../../../src/platform/store/mongo/actor-collections.ts';
import { requires } from '../../support/requires.ts';
import { openMongoActors, startMongo } from './open-mongo.ts';
import { type Intercept, interceptedDb } from './support/intercepted-db.ts';
import { change, create, createAll, creation, firstRecord, heldAfter, loadHeld, noteOf, step } from './support/sample-records.ts';

const lost = () => new MongoNetworkError('connection 7 to 127.0.0.1 closed');
/** Intercepts only the bulk writes to the collection `actors`, because they do the compare-and-set of a commit. */
const atHeads =
  (act: (run: () => unknown) => unknown): Intercept =>
  ({ collection, method }, run) =>
    collection === 'actors' && method === 'bulkWrite' ? act(run) : run();

requires('mongodb')('the mongodb actor store when calls fail', () => {
  beforeAll(startMongo, 120_000);

  test('a process that dies between the history entry and the head leaves the actor unchanged, and the next commit succeeds', async () => {
    await using opened = await openMongoActors();
    const { store, db, again } = opened;
    const first = await create(store, firstRecord('vault/1'));
    const dying = again(
      interceptedDb(
        db,
        atHeads(() => Promise.reject(lost())),
      ),
    );
    const refused = await dying.commit([change(first, { version: 9 })]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'retryable', code: 'store-unavailable' });

    expect(await actorCollections(db).history.countDocuments()).toBe(1);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(first.record);
    expect((await store.history('vault/1', { limit: 10 })).map(({ revision }) => revision)).toEqual([1]);
    expect((await store.historyAt('vault/1', 1))?.record).toStrictEqual(first.record);
    expect(await store.historyAt('vault/1', 2)).toBeNull();
    expect(await store.hasApplied('vault/1', 'vault/1#2')).toBe(false);

    await step(store, await step(store, await loadHeld(store, 'vault/1')));
    expect((await store.history('vault/1', { limit: 10 })).map(({ revision, record }) => [revision, record.version])).toEqual([
      [3, 1],
      [2, 1],
      [1, 1],
    ]);
  });

  test('a commit whose answer is lost rejects as unknown, and reading back finds that it won', async () => {
    await using opened = await openMongoActors();
    const { store, db, again } = opened;
    const first = await create(store, firstRecord('vault/1'));
    const deaf = again(
      interceptedDb(
        db,
        atHeads(async (run) => {
          await run();
          throw lost();
        }),
      ),
    );
    const next = change(first, { version: 2 });
    expect(await deaf.commit([next]).catch((error: unknown) => error)).toMatchObject({ code: 'store-unavailable' });
    const held = await loadHeld(store, 'vault/1');
    expect(held.record).toStrictEqual(next.next);
    expect(await store.hasApplied('vault/1', 'vault/1#2')).toBe(true);
    await step(store, held);
    expect((await store.history('vault/1', { limit: 10 })).length).toBe(3);
  });

  test('a winner is known by its token among losers, even when another commit has already followed it', async () => {
    await using opened = await openMongoActors();
    const { store, db, again } = opened;
    const [a, b, c] = await createAll(store, [firstRecord('vault/a'), firstRecord('vault/b'), firstRecord('vault/c')]);
    if (a === undefined || b === undefined || c === undefined) throw new Error('not created');
    await step(store, c);
    const overtaken = again(
      interceptedDb(
        db,
        atHeads(async (run) => {
          const answer = await run();
          for (const id of ['vault/a', 'vault/new']) await step(store, await step(store, await loadHeld(store, id)));
          return answer;
        }),
      ),
    );
    const commits = [change(a, { version: 2 }), change(b, { version: 2 }), change(c, { version: 2 }), creation(firstRecord('vault/new'))];
    expect(await overtaken.commit(commits)).toEqual(['won', 'won', 'conflict', 'won']);
    const versions = (await store.load(['vault/a', 'vault/b', 'vault/c'])).map((one) => [one?.record.revision, one?.record.version]);
    expect(versions).toEqual([
      [4, 2],
      [2, 2],
      [2, 1],
    ]);
    // The handle that a successful commit returned must be usable for the actor's next commit.
    const [, second] = commits;
    if (second === undefined) throw new Error('no commit');
    await step(store, heldAfter(second, 'won'));
  });

  test('a revision reads the same, whichever process wrote its history entry first', async () => {
    await using opened = await openMongoActors();
    const { store } = opened;
    const first = await create(store, firstRecord('vault/1'));
    const loaded = await loadHeld(store, 'vault/1');
    const [mine, theirs] = [change(first, { version: 2 }), change(loaded, { version: 3 })];
    expect((await Promise.all([store.commit([mine]), store.commit([theirs])])).flat().sort()).toEqual(['conflict', 'won']);
    const expected = { ...noteOf(first.record), revision: 1, from: null, to: 'waiting', record: first.record };
    expect(await store.historyAt('vault/1', 1)).toStrictEqual(expected);
  });

  test('a record that is too large for MongoDB is an error, and the other records of the call are written', async () => {
    await using opened = await openMongoActors();
    const { store } = opened;
    const [small, large] = await createAll(store, [firstRecord('vault/small'), firstRecord('vault/large')]);
    if (small === undefined || large === undefined) throw new Error('not created');
    const context = { text: 'x'.repeat(16_000_000) };
    const commits = [change(large, { snapshot: { status: 'active', value: 'a', context } }), change(small, { version: 2 })];
    expect(await store.commit(commits).catch((error: unknown) => error)).toMatchObject({ kind: 'terminal', code: 'record-too-large' });
    expect((await loadHeld(store, 'vault/small')).record.version).toBe(2);
    await step(store, await loadHeld(store, 'vault/large'));
  });

  test('a commit without its handle, or one that skips a revision, is a mistake of the caller and says so', async () => {
    await using opened = await openMongoActors();
    const { store } = opened;
    const { record, handle } = await create(store, firstRecord('vault/1'));
    const next = { ...record, revision: 2 };
    const { note } = creation(next);
    for (const commit of [
      { previous: record, next: { ...record, revision: 3 }, note, handle },
      { previous: record, next, note, handle: null },
      { previous: record, next, note, handle: { ref: 7 } },
    ]) {
      expect(await store.commit([commit]).catch((error: unknown) => error)).toMatchObject({ code: 'invalid-commit' });
    }
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(record);
  });
});
