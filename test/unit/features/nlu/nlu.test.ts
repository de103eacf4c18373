import { expect, test } from 'bun:test';
import { createNlu } from '../../../../src/features/nlu/create-nlu.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { randomIds } from '../../../../src/values/id-source.ts';

const DAY_MS = 86_400_000;

test('a parsed intent is stored for a day', async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { now: () => nowMs };
  const nlu = createNlu({ records: createMemoryRecordStore({ clock }), networks: { list: async () => [] }, clock, ids: randomIds });
  const read = await nlu.read('swap 1 eth to usdc');
  nowMs += DAY_MS - 1;
  expect(await nlu.find(read.id.toUpperCase())).toEqual(read);
  nowMs += 1;
  expect(nlu.find(read.id)).rejects.toMatchObject({ code: 'sentence-not-found', status: 404 });
});
