import { expect, test } from 'bun:test';
import type { CollectionSpec } from '../../../src/platform/store/record-store.ts';
import { documentForm, number, optional, text } from '../../../src/values/document-form.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { Opening } from './open-record-store.ts';

const spec: CollectionSpec = { name: 'fills', unique: [['hash']], indexes: [['wallet', 'atMs']] };

/** Tests that a document that cannot be read does not prevent the other documents from being read. */
export function testWrongDocuments(open: () => Opening): void {
  test.each(['no JSON', '', 'null', '5', '[]', '{"hash":'])(
    'a document with the text %p is left out of pages and reported',
    async (text) => {
      await using opened = await open();
      const fills = opened.store.collection<{ hash: string; wallet: string; atMs: number }>(spec);
      for (const at of [1, 2, 3, 4]) await fills.insert(`f${at}`, { hash: `h${at}`, wallet: 'w', atMs: at });
      await opened.rewrite('fills', 'f2', text);
      const query = { where: { wallet: 'w' }, sort: { field: 'atMs', order: 'ascending' } } as const;
      // The damaged document is the last one of the first page.
      const first = await fills.find({ ...query, limit: 2 });
      const rest = await fills.find({ ...query, limit: 2, cursor: first.cursor ?? '' });
      expect([...first.rows, ...rest.rows].map(({ _id }) => _id)).toEqual(['f1', 'f3', 'f4']);
      expect(rest.cursor).toBeNull();
      const scanned = await fills.scan({ limit: 2 });
      const after = await fills.scan({ limit: 2, cursor: scanned.cursor ?? '' });
      expect([...scanned.rows, ...after.rows].map(({ _id }) => _id)).toEqual(['f1', 'f3', 'f4']);
      expect((await fills.getMany(['f3', 'f2', 'f1'])).map(({ _id }) => _id)).toEqual(['f3', 'f1']);
      expect([...new Set(opened.wrong)]).toEqual(['fills']);
      expect(await fills.get('f2').catch((error: unknown) => error)).toMatchObject({ code: 'wrong-data' });
      expect(await fills.count({ wallet: 'w' })).toBe(4);
      await fills.put('f2', { hash: 'h2', wallet: 'w', atMs: 2 });
      expect((await fills.find({ ...query, limit: 9 })).rows).toHaveLength(4);
    },
  );

  test.each(OF_ANOTHER_FORM)('a document with %p is left out of pages, and reported wherever it is read', async (members) => {
    await using opened = await open();
    const fills = opened.store.collection<Fill>(formed);
    for (const at of [1, 2, 3, 4]) await fills.insert(`f${at}`, { hash: `h${at}`, wallet: 'w', atMs: at });
    await opened.rewrite('fills', 'f2', JSON.stringify({ hash: 'h2', wallet: 'w', atMs: 2, ...members }));
    const query = { where: { wallet: 'w' }, sort: { field: 'atMs', order: 'ascending' } } as const;
    expect((await fills.find({ ...query, limit: 9 })).rows.map(({ _id }) => _id)).toEqual(['f1', 'f3', 'f4']);
    expect((await fills.scan({ limit: 9 })).rows.map(({ _id }) => _id)).toEqual(['f1', 'f3', 'f4']);
    expect((await fills.getMany(['f3', 'f2'])).map(({ _id }) => _id)).toEqual(['f3']);
    expect(opened.wrong).toHaveLength(3);
    const [name] = Object.keys(members);
    const wrongData = { code: 'wrong-data', message: expect.stringContaining(`f2 has an unexpected form: its "${name}"`) };
    expect(await fills.get('f2').catch((error: unknown) => error)).toMatchObject(wrongData);
    expect(await fills.findOne({ hash: 'h2' }).catch((error: unknown) => error)).toMatchObject(wrongData);
    const same = fills.insert('f9', { hash: 'h2', wallet: 'w', atMs: 9 });
    expect(await same.catch((error: unknown) => error)).toMatchObject(wrongData);
    expect(opened.wrong).toHaveLength(6);
    expect(await fills.count({ wallet: 'w' })).toBe(4);
    expect(await fills.remove('f2')).toBe(true);
    expect((await fills.insert('f9', { hash: 'h2', wallet: 'w', atMs: 9 })).inserted).toBe(true);
  });

  test('documents of older and newer versions are read', async () => {
    await using opened = await open();
    const fills = opened.store.collection<Fill>(formed);
    await fills.insert('f1', { hash: 'h1', wallet: 'w', atMs: 1, note: 'n', isNew: true } as Fill);
    await opened.store.collection<JsonObject>(formed).insert('f2', { hash: 'h2', wallet: 'w', atMs: 2, note: null });
    expect(await fills.get('f1')).toMatchObject({ note: 'n', isNew: true });
    expect((await fills.find({ where: { wallet: 'w' }, limit: 9 })).rows).toHaveLength(2);
    expect(opened.wrong).toEqual([]);
  });

  test('a page with unreadable documents is filled with later ones', async () => {
    await using opened = await open();
    const fills = opened.store.collection<Fill>(formed);
    for (const at of [1, 2, 3, 4, 5]) await fills.insert(`f${at}`, { hash: `h${at}`, wallet: 'w', atMs: at });
    for (const id of ['f1', 'f2', 'f4']) await opened.rewrite('fills', id, '{}');
    const query = { where: { wallet: 'w' }, sort: { field: 'atMs', order: 'ascending' } } as const;
    const first = await fills.find({ ...query, limit: 1 });
    expect(first.rows.map(({ _id }) => _id)).toEqual(['f3']);
    const second = await fills.find({ ...query, limit: 1, cursor: first.cursor ?? '' });
    expect(second.rows.map(({ _id }) => _id)).toEqual(['f5']);
    expect(second.cursor).toBeNull();
  });
}

type Fill = { readonly hash: string; readonly wallet: string; readonly atMs: number; readonly note?: string };
const formed: CollectionSpec = { ...spec, form: documentForm<Fill>({ hash: text, wallet: text, atMs: number, note: optional(text) }) };
const OF_ANOTHER_FORM: JsonObject[] = [{ hash: 5 }, { wallet: null }, { atMs: '2' }, { note: 5 }, { hash: { is: 'h2' } }, { atMs: [2] }];
