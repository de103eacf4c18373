import { expect, test } from 'bun:test';
import { sayOfTrouble, watchStore } from '../../../src/app/watch-store.ts';
import { type Log, silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec, RecordCollection } from '../../../src/platform/store/record-store.ts';
import { errorFromSqlite } from '../../../src/platform/store/sqlite/sqlite-error.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { untriedRefusal } from '../../../src/values/store-refusal.ts';
import { waitFor } from '../../support/wait-for.ts';

function open() {
  let nowMs = 1_000_000;
  let refusal: (() => Error) | null = null;
  let isSingle = false;
  let asked = 0;
  const lines: string[] = [];
  const keep = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { ...silentLog, error: keep, info: keep };
  const clock = { now: () => nowMs };
  const [actors, records] = [createMemoryActorStore(), createMemoryRecordStore({ clock })];
  const store = watchStore(
    {
      actors: {
        ...actors,
        commit(commits) {
          asked += 1;
          return refusal === null ? actors.commit(commits) : Promise.reject(refusal());
        },
      },
      records: {
        collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
          const inner = records.collection<T>(spec);
          return {
            ...inner,
            put: (id, value) => (refusal === null || isSingle ? inner.put(id, value) : Promise.reject(refusal())),
          };
        },
      },
      close: async () => undefined,
    },
    { clock, log, lookEveryMs: 20 },
  );
  return {
    ...store,
    lines,
    asked: () => asked,
    refuse(error: (() => Error) | null, single = false) {
      refusal = error;
      isSingle = single;
    },
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

const sqlite = (code: string) => () => errorFromSqlite({ code, message: 'no' }, 'x.db');

test.each([
  ['SQLITE_FULL', 'disk-full', 'its disk is full'],
  ['SQLITE_READONLY', 'read-only', 'it is read-only'],
  ['SQLITE_BUSY', 'locked', 'another process has locked it'],
  ['SQLITE_IOERR_WRITE', 'disk-failing', 'its disk fails'],
  ['FILE_MOVED', 'moved', 'moved or deleted'],
])('%s is logged once as %s, is not tried again for each write, and ends by itself', async (code, word, plain) => {
  const { watch, actors, lines, asked, refuse, pass, close } = open();
  refuse(sqlite(code));
  for (let at = 0; at < 1_000; at += 1) await actors.commit([]).catch(() => undefined);
  expect(asked()).toBe(1);
  expect(watch.trouble()).toMatchObject({ word, count: 1_000 });
  expect(sayOfTrouble(watch.trouble() ?? { word: '', count: 0, sinceMs: 0 })).toContain(plain);
  await expect(watch.prove()).rejects.toMatchObject({ kind: 'retryable', code: 'store-refuses', details: { state: word } });
  expect(lines.length).toBe(1);
  // Reads must still work while the store refuses writes.
  expect(await actors.load(['a/1'])).toEqual([null]);
  pass(60_000);
  await expect(actors.commit([])).rejects.toThrow();
  expect(lines.length).toBe(2);
  expect(lines[1]).toMatch(/"repeated":(999|1[0-9]{3})/);
  refuse(null);
  await waitFor(() => watch.trouble() === null, { what: 'the store to be well by itself' });
  expect(await actors.commit([])).toEqual([]);
  expect(lines.at(-1)).toContain('The store accepts writes again');
  await close();
});

test('a store that does not answer is not read either, until it does', async () => {
  const { watch, actors, refuse, close } = open();
  refuse(sqlite('SQLITE_CANTOPEN'));
  await expect(actors.commit([])).rejects.toMatchObject({ code: 'store-unavailable' });
  await expect(actors.load(['a/1'])).rejects.toMatchObject({ code: 'store-refuses' });
  refuse(null);
  await waitFor(() => watch.trouble() === null, { what: 'the store to answer' });
  expect(await actors.load(['a/1'])).toEqual([null]);
  await close();
});

test('an error of one record does not affect others, and is reported; when all records fail, the store counts as refusing', async () => {
  const { watch, actors, refuse, pass, close } = open();
  refuse(sqlite('SQLITE_CORRUPT'), true);
  await expect(actors.commit([])).rejects.toMatchObject({ code: 'store-corrupt' });
  await waitFor(() => watch.isSingle(), { what: 'the look at the rest' });
  expect(watch.trouble()).toMatchObject({ word: 'damaged' });
  await watch.prove();
  pass(60_000);
  expect(watch.trouble()).toBeNull();
  refuse(sqlite('SQLITE_CORRUPT'));
  await expect(actors.commit([])).rejects.toThrow();
  await waitFor(() => watch.trouble() !== null && !watch.isSingle(), { what: 'the whole to be refused' });
  await expect(actors.commit([])).rejects.toMatchObject(untriedRefusal('damaged'));
  await close();
});
