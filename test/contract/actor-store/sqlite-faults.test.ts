import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { HEALTHY } from '../../../src/runtime/record/record.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { create, creation, firstRecord, loadHeld, outboxEntry, step } from './support/sample-records.ts';

const clock = { now: () => 0 };

function openError(path: string): CoxswainError {
  try {
    createSqliteStore({ path, clock });
  } catch (error) {
    if (error instanceof CoxswainError) return error;
    throw error;
  }
  throw new Error(`${path} was opened`);
}

/**
 * Copies a database file and converts it to the layout of an earlier version. The original cannot be converted, because this process may
 * keep it open until its next garbage collection.
 */
function earlier(folder: { file(name: string): string }, path: string, version: 1 | 2): string {
  const copied = folder.file(`of-version-${version}.sqlite`);
  const source = sqliteFile(path);
  source.run('VACUUM INTO ?', [copied]);
  source.close();
  const old = sqliteFile(copied);
  old.run('PRAGMA journal_mode = WAL');
  if (version === 1) old.run('DROP TABLE triggers');
  old.run('DROP TABLE outbox_total');
  unnameKeys(old);
  old.run(`PRAGMA user_version = ${version}`);
  old.close();
  return copied;
}

/** Converts the tables to their earlier columns: wallet and chain id had columns of their own before index keys had names. */
function unnameKeys(db: Database): void {
  const columns = { wallet: 'wallet TEXT', chainId: 'chain_id INTEGER' } as const;
  for (const [name, column] of Object.entries(columns)) {
    const [row] = db.query('DELETE FROM names WHERE kind = 3 AND text = ? RETURNING no').values(name);
    if (row === undefined) db.run(`ALTER TABLE actors ADD COLUMN ${column}`);
    else {
      db.run(`DROP INDEX actors_k${row[0]}`);
      db.run(`ALTER TABLE actors RENAME COLUMN k${row[0]} TO ${column.split(' ')[0]}`);
    }
  }
}

test('a file that cannot be opened gives one clear line: no database, another program, a newer schema, no folder', () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  writeFileSync(path, 'a text that is long enough to be looked at as the header of a database file, which it is not. '.repeat(10));
  expect(openError(path)).toMatchObject({ code: 'store-not-a-database' });

  const foreign = folder.file('foreign.sqlite');
  const other = sqliteFile(foreign);
  other.run('CREATE TABLE theirs (a)');
  other.close();
  expect(openError(foreign)).toMatchObject({ code: 'store-not-ours' });

  const newer = folder.file('newer.sqlite');
  const future = sqliteFile(newer);
  future.run('PRAGMA user_version = 99');
  future.close();
  expect(openError(newer)).toMatchObject({ code: 'store-too-new' });

  writeFileSync(folder.file('file'), '');
  expect(openError(folder.file('file/store.sqlite'))).toMatchObject({ code: 'store-unwritable' });
  mkdirSync(folder.file('directory'));
  expect(openError(folder.file('directory'))).toMatchObject({ code: 'store-unwritable' });
  // A path in /proc is used for the failing store, because not even root can create a folder there.
  expect(openError('/proc/coxswain/store.sqlite')).toMatchObject({ code: 'store-unwritable' });
  for (const error of [openError(path), openError(foreign), openError(newer), openError(folder.file('directory'))]) {
    expect(error.message).not.toContain('\n');
    expect(error.message).toContain(folder.path);
  }
});

test('a file of the first layout is upgraded when it is opened, and its actors continue; a file of another program is not changed', async () => {
  using folder = tempFolder();
  const before = createSqliteStore({ path: folder.file('store.sqlite'), clock });
  const held = await create(before.actors, firstRecord('vault/1'));
  await before.close();
  const path = earlier(folder, folder.file('store.sqlite'), 1);

  const store = createSqliteStore({ path, clock });
  const { record } = await step(store.actors, await loadHeld(store.actors, held.record.id), {
    triggers: [{ topic: 't', op: 'at-least', value: 1 }],
  });
  expect((await loadHeld(store.actors, 'vault/1')).record).toStrictEqual(record);
  expect(await store.actors.topics('vault')).toEqual(['t']);
  await store.close();
  await createSqliteStore({ path, clock }).close();

  const foreign = folder.file('foreign.sqlite');
  const other = sqliteFile(foreign);
  other.run('CREATE TABLE theirs (a)');
  other.run('PRAGMA user_version = 1');
  other.close();
  expect(openError(foreign)).toMatchObject({ code: 'store-not-ours' });
});

test('a file without outbox totals counts them once when it is opened, and keeps them up to date afterwards', async () => {
  using folder = tempFolder();
  const before = createSqliteStore({ path: folder.file('store.sqlite'), clock });
  const entry = (n: number) => outboxEntry({ key: `k/${n}` });
  const waiting = await create(before.actors, firstRecord('vault/waiting', { outbox: [entry(1)], wakeAtMs: 5 }));
  // After this second commit, the actor's newest revision is stored as a delta to its first revision and not as a whole record.
  await step(before.actors, waiting, { outbox: [entry(1), entry(2)] });
  await create(before.actors, firstRecord('vault/idle', { wakeAtMs: 5 }));
  const sick = { ...HEALTHY, state: 'quarantined', failures: 1 } as const;
  await create(before.actors, firstRecord('agent/sick', { outbox: [entry(3)], health: sick }));
  const damaged = await create(before.actors, firstRecord('agent/damaged', { outbox: [entry(4)], wakeAtMs: 5 }));
  const counted = await before.actors.counts();
  expect(counted.outboxEntries).toBe(4);
  await before.close();
  const path = earlier(folder, folder.file('store.sqlite'), 2);
  const old = sqliteFile(path);
  old.run("UPDATE fulls SET body = 'no JSON' WHERE key = ?", [Number(damaged.handle.ref)]);
  old.close();

  const store = createSqliteStore({ path, clock });
  // The record of this actor is damaged. It cannot be counted, and must not prevent the store from being opened.
  expect(await store.actors.counts()).toEqual({ ...counted, outboxEntries: 3 });
  await step(store.actors, await loadHeld(store.actors, 'vault/waiting'), { outbox: [] });
  expect((await store.actors.counts()).outboxEntries).toBe(1);
  await store.close();
});

test('a file of an earlier layout is not upgraded while an older program has it open', async () => {
  using folder = tempFolder();
  const before = createSqliteStore({ path: folder.file('store.sqlite'), clock });
  await create(before.actors, firstRecord('vault/1', { outbox: [outboxEntry()], wakeAtMs: 5 }));
  await before.close();
  const path = earlier(folder, folder.file('store.sqlite'), 2);
  const old = sqliteFile(path);
  expect(old.query('PRAGMA user_version').values()).toEqual([[2]]);

  let error: unknown;
  try {
    createSqliteStore({ path, clock, busyTimeoutMs: 50 });
  } catch (refused) {
    error = refused;
  }
  expect(error).toMatchObject({ code: 'store-in-use' });
  expect(String(error)).toContain(path);
  expect(old.query('PRAGMA user_version').values()).toEqual([[2]]);
  old.run('UPDATE heads SET wake_at = 6');
  // Bun closes a SQLite connection only after all its prepared statements are finalized, so they are finalized first.
  old.close();

  const store = createSqliteStore({ path, clock, busyTimeoutMs: 50 });
  expect((await store.actors.counts()).outboxEntries).toBe(1);
  await step(store.actors, await loadHeld(store.actors, 'vault/1'), { outbox: [] });
  await store.close();
  const log = sqliteFile(path);
  expect(log.query('PRAGMA journal_mode').values()).toEqual([['wal']]);
  log.close();
});

test('of two processes that open a file of an earlier layout one upgrades it, and the other waits', async () => {
  using folder = tempFolder();
  const before = createSqliteStore({ path: folder.file('store.sqlite'), clock });
  await create(before.actors, firstRecord('vault/1', { outbox: [outboxEntry()], wakeAtMs: 5 }));
  await before.close();
  const path = earlier(folder, folder.file('store.sqlite'), 2);
  const child = new URL('./support/writing-child.ts', import.meta.url).pathname;
  const children = ['a', 'b', 'c'].map((name) =>
    Bun.spawn([process.execPath, child, path, name, '1', '3'], { stdout: 'ignore', stderr: 'inherit' }),
  );
  expect(await Promise.all(children.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  const store = createSqliteStore({ path, clock });
  const counted = await store.actors.counts();
  const { actors } = await store.actors.list({ order: 'oldest', limit: 10 });
  expect(counted.actors).toBe(4);
  expect(counted.outboxEntries).toBe(actors.reduce((sum, { record }) => sum + record.outbox.length, 0));
  await store.close();
}, 120_000);

test('a commit that another process blocks is refused as retryable, and the next one succeeds', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  const store = createSqliteStore({ path, clock, busyTimeoutMs: 20 });
  const held = await create(store.actors, firstRecord('vault/1'));
  const items = store.records.collection<{ a: number }>({ name: 'items' });
  const other = sqliteFile(path);
  other.run('BEGIN IMMEDIATE');
  const refusals = await Promise.all([
    step(store.actors, held).catch((error: unknown) => error),
    items.insert('1', { a: 1 }).catch((error: unknown) => error),
  ]);
  for (const error of refusals) expect(error).toMatchObject({ kind: 'retryable', code: 'store-unavailable' });
  expect((await loadHeld(store.actors, 'vault/1')).record.revision).toBe(1);
  other.run('ROLLBACK');
  other.close();
  await step(store.actors, await loadHeld(store.actors, 'vault/1'));
  expect(await items.insert('1', { a: 1 })).toEqual({ inserted: true });
  await store.close();
});

test('a damaged table refuses the call and does not hang', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  const store = createSqliteStore({ path, clock });
  await create(store.actors, firstRecord('vault/1'));
  const other = sqliteFile(path);
  other.run('DROP TABLE heads');
  other.close();
  const commit = store.actors.commit([creation(firstRecord('vault/2'))]);
  expect(await commit.catch((error: unknown) => error)).toBeInstanceOf(CoxswainError);
  expect(await store.actors.load(['vault/1']).catch((error: unknown) => error)).toBeInstanceOf(CoxswainError);
  await store.close();
});

test('closing finishes earlier calls, and refuses later ones', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  const store = createSqliteStore({ path, clock });
  const calls = Array.from({ length: 50 }, (_, at) => store.actors.commit([creation(firstRecord(`vault/${at}`))]));
  const closing = store.close();
  expect((await Promise.all(calls)).flat()).toEqual(Array.from({ length: 50 }, () => 'won'));
  await closing;
  await store.close();
  const late = store.actors.commit([creation(firstRecord('vault/late'))]);
  expect(await late.catch((error: unknown) => error)).toMatchObject({ code: 'store-closed' });
  expect(await store.actors.load(['vault/1']).catch((error: unknown) => error)).toMatchObject({ code: 'store-closed' });

  const again = createSqliteStore({ path, clock });
  expect((await again.actors.counts()).actors).toBe(50);
  await again.close();
});

test('a commit without its handle, or one that skips a revision, is a mistake of the caller and says so', async () => {
  using folder = tempFolder();
  const store = createSqliteStore({ path: folder.file('store.sqlite'), clock });
  const { record, handle } = await create(store.actors, firstRecord('vault/1'));
  const next = { ...record, revision: 3 };
  const note = creation(next).note;
  for (const commit of [
    { previous: record, next, note, handle },
    { previous: record, next: { ...record, revision: 2 }, note, handle: null },
  ]) {
    expect(await store.actors.commit([commit]).catch((error: unknown) => error)).toMatchObject({ code: 'invalid-commit' });
  }
  await store.close();
});
