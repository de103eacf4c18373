import { expect, test } from 'bun:test';
import { type Patience, patientStore } from '../../../src/cli/migrate/patient-store.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec, RecordCollection } from '../../../src/platform/store/record-store.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import type { JsonObject } from '../../../src/values/json.ts';

const SPEC = { name: 'things' };
const away = () => new RetryableError({ code: 'store-unavailable', message: 'It did not answer in time.' });

/** Returns stores whose calls fail a given number of times before they work. */
function failingStore(times: number, patience: Patience, failure: () => Error = away) {
  const [actors, records] = [createMemoryActorStore(), createMemoryRecordStore({ clock: { now: () => 0 } })];
  let asked = 0;
  const failing =
    <Args extends readonly unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      asked += 1;
      return asked <= times ? Promise.reject(failure()) : call(...args);
    };
  const store = patientStore(
    {
      actors: { ...actors, load: failing(actors.load), counts: failing(actors.counts), commit: failing(actors.commit) },
      records: {
        collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
          return { ...records.collection<T>(spec), count: failing(async () => 7) };
        },
      },
    },
    patience,
  );
  return { ...store, asked: () => asked };
}

const pauses = () => {
  let count = 0;
  const pause = async () => {
    count += 1;
  };
  return { pause, count: () => count };
};

test('a read is repeated until the store answers, with a pause before each time', async () => {
  const { pause, count } = pauses();
  const store = failingStore(3, { pause });
  expect(await store.actors.counts()).toMatchObject({ actors: 0 });
  expect([store.asked(), count()]).toEqual([4, 3]);
  expect(await failingStore(2, { pause }).actors.load(['order/1'])).toEqual([null]);
  expect(await failingStore(2, { pause }).records.collection(SPEC).count({})).toBe(7);
});

test('a store that stays unavailable ends the command', async () => {
  const { pause, count } = pauses();
  const store = failingStore(99, { pause, attempts: 4 });
  await expect(store.actors.counts()).rejects.toThrow('did not answer');
  expect([store.asked(), count()]).toEqual([4, 3]);
});

test('writes, and calls that would fail again, are not repeated', async () => {
  const { pause } = pauses();
  const writing = failingStore(1, { pause });
  await expect(writing.actors.commit([])).rejects.toThrow('did not answer');
  const broken = failingStore(1, { pause }, () => new TerminalError({ code: 'broken', message: 'It is broken.' }));
  await expect(broken.actors.counts()).rejects.toThrow('It is broken.');
  expect([writing.asked(), broken.asked()]).toEqual([1, 1]);
});
