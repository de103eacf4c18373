import { expect, test } from 'bun:test';
import type { RecordCollection } from '../../../src/platform/store/record-store.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { Opening } from './open-record-store.ts';

export function testScan(open: () => Opening): void {
  test('a scan gives every document once, in the order of ids by code point, whatever their order of insertion', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'scanned' });
    expect(await scanned(collection, 3)).toEqual([]);
    const ids = ['b', '10', 'a', '', '2', 'B', 'é', '😀', '\ue000', 'a\u0000', 'a b', 'ab'];
    for (const id of ids) await collection.insert(id, { of: id, deep: { list: [null] } });
    await collection.put('a', { of: 'a', deep: { list: [null] } });
    const inOrder = ['', '10', '2', 'B', 'a', 'a\u0000', 'a b', 'ab', 'b', 'é', '\ue000', '😀'];
    for (const limit of [1, 3, 4, 12, 100]) expect([limit, await scanned(collection, limit)]).toEqual([limit, inOrder]);
    const { rows } = await collection.scan({ limit: 5 });
    expect(rows.at(-1)).toStrictEqual({ of: 'a', deep: { list: [null] }, _id: 'a', rev: 2 });
  });

  test('a scan continues after ids with half surrogates', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'scanned' });
    const ids = ['\ud800', 'x\udfff', '\uffff', '\ufffd', '😀', 'z'];
    await collection.insertMany(ids.map((id) => ({ id, value: {} })));
    for (const limit of [1, 2]) expect((await scanned(collection, limit)).sort()).toEqual(ids.toSorted());
  });

  test('a scan is stable: documents that stay are read once, whatever is added and removed meanwhile', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'scanned' });
    const ids = Array.from({ length: 20 }, (_, n) => `id-${String(n).padStart(2, '0')}`);
    await collection.insertMany(ids.map((id) => ({ id, value: {} })));
    const seen = await scanned(collection, 3, async (page) => {
      for (const id of page.slice(-1)) await collection.remove(id);
      await collection.insert(`a-before-${page[0]}`, {});
    });
    expect(seen).toEqual(ids);
  });

  test('a scan refuses a cursor that no page gave', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'scanned' });
    for (const cursor of ['', 'x', Buffer.from('[1]').toString('base64url'), Buffer.from('["a","b"]').toString('base64url')]) {
      const page = collection.scan({ limit: 1, cursor });
      expect(await page.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-cursor', status: 400 });
    }
  });
}

async function scanned(
  collection: RecordCollection<JsonObject>,
  limit: number,
  between: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof collection.scan>> = await collection.scan(cursor === null ? { limit } : { limit, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rows.map(({ _id }) => _id));
    await between(page.rows.map(({ _id }) => _id));
    cursor = page.cursor;
  } while (cursor !== null);
  return ids;
}
