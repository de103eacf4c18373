import { expect, test } from 'bun:test';
import type { Store } from '../../../src/cli/migrate/migrate-stores.ts';
import { NETWORKS } from '../../../src/market/networks/create-networks.ts';
import type { CollectionSpec, RecordCollection } from '../../../src/platform/store/record-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { fillStore } from './support/fill-store.ts';
import { contentOf, memoryStore, migrate, sqliteStore } from './support/open-stores.ts';
import { runMigrate, spawnMigrate } from './support/run-migrate.ts';

const ACTORS = 1_500;
const KILLS = 3;

test('a copy that was killed half-way is continued by the next run, however often that happens', async () => {
  using folder = tempFolder();
  const [from, to] = [folder.file('from.db'), folder.file('to.db')];
  await using source = sqliteStore(from);
  await using target = sqliteStore(to);
  const ids = await fillStore(source, { actors: ACTORS, revisions: 12 });
  const before = await contentOf(source, ids);

  let reached = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await using child = spawnMigrate(`sqlite:${from}`, `sqlite:${to}`);
    reached = await waitFor(async () => moreThan(reached, (await target.actors.counts()).actors), { what: 'more actors in the target' });
    child.kill();
    await child.exited;
  }
  expect(reached).toBeLessThan(ACTORS);

  const last = await runMigrate(`sqlite:${from}`, `sqlite:${to}`);
  expect(last).toMatchObject({ exitCode: 0, summary: { isEqual: true, actors: { sourceCount: ACTORS, targetCount: ACTORS } } });
  expect(last.summary?.actors.copied).toBeLessThan(ACTORS);
  expect(last.summary?.actors.sourceHash).toBe(last.summary?.actors.targetHash);
  expect(await contentOf(target, ids)).toStrictEqual(before);
  expect(await contentOf(source, ids)).toStrictEqual(before);
}, 120_000);

test('wherever a write fails, written or not, the next run makes the stores equal', async () => {
  const source = memoryStore();
  const ids = await fillStore(source, { actors: 12, revisions: 6 });
  const expected = await contentOf(source, ids);
  const writes = [1, 2, 3, 4, 5, 6, 7];
  let failures = 0;
  for (const isWritten of [false, true]) {
    for (const nth of writes) {
      const target = memoryStore();
      const failure = await migrate(source, failingTarget(target, nth, isWritten)).catch((error: unknown) => error);
      if (failure instanceof RetryableError) failures += 1;
      expect(await migrate(source, target)).toMatchObject({ isEqual: true });
      expect(await contentOf(target, ids)).toStrictEqual(expected);
    }
  }
  expect(failures).toBe(2 * writes.length);
}, 120_000);

test('the command ends with 1 and says what differs, with 2 when it is called wrongly, and shows no password', async () => {
  using folder = tempFolder();
  const [from, to] = [folder.file('from.db'), folder.file('to.db')];
  await using source = sqliteStore(from);
  await fillStore(source, { actors: 5, revisions: 3 });
  {
    await using target = sqliteStore(to);
    await target.records.collection<{ id: string }>(NETWORKS).insert('mine', { id: 'mine' });
  }
  const unequal = await runMigrate(`sqlite:${from}`, `sqlite:${to}`);
  expect(unequal).toMatchObject({ exitCode: 1, summary: { isEqual: false, differences: { count: 1 } } });
  expect(unequal.errors).toContain('not equal');
  expect(unequal.errors).toMatch(/copying actors: \d+ of 5\n/);

  for (const [one, other, message] of [
    [`sqlite:${folder.file('none.db')}`, `sqlite:${to}`, 'there is no store at'],
    [`sqlite:${from}`, `sqlite:${from}`, 'are the same store'],
  ] as const) {
    const wrong = await runMigrate(one, other);
    expect(wrong).toMatchObject({ exitCode: 2, summary: null, errors: expect.stringContaining(message) });
  }
  expect(await Bun.file(folder.file('none.db')).exists()).toBe(false);
  const unknown = await runMigrate(`sqlite:${from}`, 'other://user:secret@host/db');
  expect(unknown).toMatchObject({ exitCode: 1, summary: null });
  expect(unknown.errors).not.toContain('secret');
}, 120_000);

function moreThan(before: number, now: number): number | null {
  return now > before ? now : null;
}

/** Creates a target store whose n-th write fails: before it is written, or after it was written, as when the network or the store fails. */
function failingTarget(target: Store, nth: number, isWritten: boolean): Store {
  let writes = 0;
  const write = async <T>(action: () => Promise<T>): Promise<T> => {
    writes += 1;
    const fails = writes === nth;
    if (!fails) return await action();
    if (isWritten) await action();
    throw new RetryableError({ code: 'store-unavailable', message: 'The store went away.' });
  };
  return {
    actors: { ...target.actors, commit: (commits) => write(() => target.actors.commit(commits)) },
    records: {
      collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
        const collection = target.records.collection<T>(spec);
        const insertMany: RecordCollection<T>['insertMany'] = (rows) => write(() => collection.insertMany(rows));
        return { ...collection, insertMany };
      },
    },
  };
}
