import { expect, test } from 'bun:test';
import { tellWrongDocuments } from '../../../src/app/open-store.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { keptLog } from '../../support/kept-log.ts';

test('a document that cannot be read is counted each time and written to the log once', async () => {
  const log = keptLog();
  const counted: string[] = [];
  const onWrong = tellWrongDocuments({ log, count: (collection) => counted.push(collection) });
  const store = createMemoryRecordStore({ clock: { now: () => 0 }, onWrong });
  const fills = store.collection<{ a: number }>({ name: 'fills' });
  for (const id of ['f1', 'f2', 'f3']) await fills.insert(id, { a: 1 });
  for (const id of ['f1', 'f3']) store.rewrite('fills', id, 'no JSON');
  for (const _ of [1, 2]) expect((await fills.scan({ limit: 9 })).rows.map(({ _id }) => _id)).toEqual(['f2']);
  expect(counted).toEqual(['fills', 'fills', 'fills', 'fills']);
  expect(log.lines).toHaveLength(2);
});
