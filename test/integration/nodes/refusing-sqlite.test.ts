import { expect, test } from 'bun:test';
import { chmodSync, chownSync, renameSync, rmSync } from 'node:fs';
import { storeOutage } from '../../../src/app/store-outage.ts';
import { watchStore } from '../../../src/app/watch-store.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { keptLog } from '../../support/kept-log.ts';
import { requires } from '../../support/requires.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const SPEC = { name: 'things' };

function openNode(path: string) {
  const log = keptLog();
  const store = watchStore(createSqliteStore({ path, clock: systemClock, busyTimeoutMs: 50 }), {
    clock: systemClock,
    log,
    lookEveryMs: 20,
  });
  return { ...store, log, things: store.records.collection<JsonObject>(SPEC) };
}

type Node = ReturnType<typeof openNode>;

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

async function isRefused({ things, watch, log }: Node, word: string): Promise<void> {
  expect(await failureOf(things.put('b', { n: 2 }))).toMatchObject({ kind: 'retryable' });
  expect(watch.trouble()).toMatchObject({ word });
  for (let at = 0; at < 100; at += 1) {
    expect(await failureOf(things.put(`c${at}`, {}))).toMatchObject({ code: 'store-refuses', details: { state: word } });
  }
  expect(await things.get('a')).toMatchObject({ n: 1 });
  expect(await failureOf(watch.prove())).toMatchObject({ details: { state: word } });
  expect(log.lines).toEqual([`error The store refuses writes (${word}); writes wait until it accepts them`]);
}

async function isWell({ things, watch, log }: Node): Promise<void> {
  await waitFor(() => watch.trouble() === null, { what: 'the store to take writes again' });
  await things.put('b', { n: 3 });
  expect(await things.get('b')).toMatchObject({ n: 3 });
  expect(log.lines.slice(1)).toEqual(['info The store accepts writes again']);
}

test('locked by another process: writes are refused, reads continue, and writes work again afterwards', async () => {
  using folder = tempFolder();
  const node = openNode(folder.file('store.db'));
  await node.things.put('a', { n: 1 });
  const other = sqliteFile(folder.file('store.db'));
  other.run('BEGIN IMMEDIATE');
  await isRefused(node, 'locked');
  other.run('ROLLBACK');
  other.close();
  await isWell(node);
  await node.close();
});

test('locked by another process: what this process has not read before is read as well', async () => {
  using folder = tempFolder();
  const path = folder.file('store.db');
  const before = openNode(path);
  await before.things.put('a', { n: 1 });
  await before.close();
  const node = openNode(path);
  const unused = node.records.collection<JsonObject>({ name: 'others', indexes: [['kind']] });
  const other = sqliteFile(path);
  other.run('BEGIN IMMEDIATE');
  expect(await node.things.get('a')).toMatchObject({ n: 1 });
  expect(await unused.get('a')).toBeNull();
  expect(await unused.getMany(['a'])).toEqual([]);
  expect(await unused.find({ where: { kind: 'b' }, limit: 5 })).toEqual({ rows: [], cursor: null });
  expect(await unused.count({})).toBe(0);
  expect((await unused.scan({ limit: 5 })).rows).toEqual([]);
  expect(await failureOf(unused.put('a', { kind: 'b' }))).toMatchObject({ kind: 'retryable' });
  other.run('ROLLBACK');
  other.close();
  await isWell(node);
  await unused.put('a', { kind: 'b' });
  expect((await unused.find({ where: { kind: 'b' }, limit: 5 })).rows).toMatchObject([{ _id: 'a' }]);
  await node.close();
});

test('a file that is moved away while it is open gets no writes, and works again when it is put back', async () => {
  using folder = tempFolder();
  const [path, away] = [folder.file('store.db'), folder.file('elsewhere.db')];
  const node = openNode(path);
  await node.things.put('a', { n: 1 });
  renameSync(path, away);
  await isRefused(node, 'moved');
  renameSync(away, path);
  await isWell(node);
  await node.close();
});

test('a write-ahead log that is deleted while it is open: nothing more is acknowledged, and earlier writes are in the file after an orderly end', async () => {
  using folder = tempFolder();
  const path = folder.file('store.db');
  const node = openNode(path);
  await node.things.put('a', { n: 1 });
  rmSync(`${path}-wal`);
  await isRefused(node, 'moved');
  await node.close();
  const again = openNode(path);
  expect(await again.things.get('a')).toMatchObject({ n: 1 });
  await again.things.put('b', { n: 2 });
  await again.close();
});

requires('mounts')('as a user who is not root', () => {
  test('a read-only file and folder: the refusal is reported, and ends once they can be written', async () => {
    using folder = tempFolder();
    const path = folder.file('store.db');
    const seed = openNode(path);
    await seed.things.put('a', { n: 1 });
    await seed.close();
    const files = ['', '-wal', '-shm'].map((end) => `${path}${end}`);
    chownSync(folder.path, 65_534, 65_534);
    // The files of the write-ahead log must exist before a process opens the database with read-only access.
    const holder = sqliteFile(path);
    holder.run('PRAGMA journal_mode = WAL');
    holder.query('SELECT count(*) FROM sqlite_schema').get();
    for (const file of files) chownSync(file, 65_534, 65_534);
    process.seteuid?.(65_534);
    try {
      const node = openNode(path);
      for (const file of files) chmodSync(file, 0o444);
      chmodSync(folder.path, 0o555);
      await isRefused(node, 'read-only');
      chmodSync(folder.path, 0o755);
      for (const file of files) chmodSync(file, 0o644);
      await isWell(node);
      await node.close();
    } finally {
      process.seteuid?.(0);
      holder.close();
    }
  });
});

requires('mounts')('on a small disk', () => {
  test('a full disk: acknowledged writes are kept, nothing else is acknowledged, and writes continue once there is room', async () => {
    using disk = smallDisk({ mb: 4 });
    const node = openNode(`${disk.path}/store.db`);
    await node.things.put('a', { n: 1 });
    disk.fill();
    let taken = 0;
    const text = 'x'.repeat(20_000);
    await waitFor(
      async () => {
        try {
          await node.things.put(`big-${taken}`, { text });
          taken += 1;
          return false;
        } catch {
          return true;
        }
      },
      { what: 'the disk to be full', everyMs: 0 },
    );
    await isRefused(node, 'disk-full');
    const trouble = node.watch.trouble();
    expect(trouble === null ? null : storeOutage(trouble)).toMatchObject({
      kind: 'disk',
      cause: expect.stringContaining('its disk is full'),
      remedy: expect.stringContaining('Free disk space'),
    });
    expect(await node.things.count({})).toBe(1 + taken);
    disk.free();
    await isWell(node);
    await node.things.put(`big-${taken}`, { text });
    await node.close();
  });
});
