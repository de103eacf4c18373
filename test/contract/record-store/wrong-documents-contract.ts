import { expect, test } from 'bun:test';
import type { CollectionSpec } from '../../../src/platform/store/record-store.ts';
import type { Opening } from './open-record-store.ts';

const spec: CollectionSpec = { name: 'fills', unique: [['hash']], indexes: [['wallet', 'atMs']] };

/** One document that cannot be read keeps no other from whoever asks. */
export function testWrongDocuments(open: () => Opening): void {
  test.each(['no JSON', '', 'null', '5', '[]', '{"hash":'])('a document of the text %p is left out of pages and told', async (text) => {
    await using opened = await open();
    const fills = opened.store.collection<{ hash: string; wallet: string; atMs: number }>(spec);
    for (const at of [1, 2, 3, 4]) await fills.insert(`f${at}`, { hash: `h${at}`, wallet: 'w', atMs: at });
    await opened.rewrite('fills', 'f2', text);
    const query = { where: { wallet: 'w' }, sort: { field: 'atMs', order: 'ascending' } } as const;
    // The first page ends in the one that cannot be read.
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
  });
}
