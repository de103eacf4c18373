import { expect, test } from 'bun:test';
import type { FindQuery, RecordCollection, Scalar } from '../../../src/platform/store/record-store.ts';
import type { Opening } from './open-record-store.ts';

type Fill = { wallet?: Scalar; kind?: Scalar; atMs?: Scalar; n: number };
const spec = { name: 'fills', unique: [['n']], indexes: [['wallet', 'atMs'], ['wallet', 'kind', 'atMs'], ['atMs']] };

export function testQueries(open: () => Opening): void {
  test('a query is answered in the order of its index, both ways', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    const rows = Array.from({ length: 60 }, (_, n): Fill => ({ wallet: `w${n % 3}`, kind: n % 2 === 0, atMs: (n * 7) % 20, n }));
    await collection.insertMany(rows.map((value) => ({ id: `id-${value.n}`, value })));
    const sort = { field: 'atMs', order: 'ascending' } as const;
    const mine = rows.filter(({ wallet }) => wallet === 'w1').sort(byTimeThenInsertion);
    expect(await all(collection, { where: { wallet: 'w1' }, sort, limit: 7 })).toEqual(mine.map(({ n }) => n));
    const newest = await all(collection, { where: { wallet: 'w1' }, sort: { ...sort, order: 'descending' }, limit: 7 });
    expect(newest).toEqual(mine.map(({ n }) => n).reverse());
    const even = mine.filter(({ kind }) => kind === true).map(({ n }) => n);
    expect(await all(collection, { where: { kind: true, wallet: 'w1' }, sort, limit: 3 })).toEqual(even);
    expect(await collection.count({ wallet: 'w1', kind: true })).toBe(even.length);
    expect((await all(collection, { where: { wallet: 'w1' }, limit: 1_000 })).sort()).toEqual(mine.map(({ n }) => n).sort());
    expect(await all(collection, { where: {}, limit: 7 })).toEqual(rows.map(({ n }) => n));
  });

  test('a range includes both ends, and only values of its own type', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    const values: Scalar[] = [null, -5, 0, 1, 1.5, 2, 2 ** 53 + 2, '', 'a', 'b', '\ue000', '😀', false, true];
    await collection.insertMany(values.map((atMs, n) => ({ id: `id-${n}`, value: { wallet: 'w', atMs, n } })));
    const within = async (range: { from?: Scalar; to?: Scalar }) => {
      const found = await collection.find({ where: { wallet: 'w' }, range: { field: 'atMs', ...range }, limit: 100 });
      return found.rows.map(({ atMs }) => atMs ?? null);
    };
    expect(await within({})).toEqual(values);
    expect(await within({ from: 1, to: 2 })).toEqual([1, 1.5, 2]);
    expect(await within({ from: 2 })).toEqual([2, 2 ** 53 + 2]);
    expect(await within({ to: 0 })).toEqual([-5, 0]);
    expect(await within({ from: 'a' })).toEqual(['a', 'b', '\ue000', '😀']);
    expect(await within({ to: 'a' })).toEqual(['', 'a']);
    expect(await within({ from: true })).toEqual([true]);
    expect(await within({ to: null })).toEqual([null]);
    expect(await within({ from: 3, to: 1 })).toEqual([]);
    const mixed = collection.find({ where: {}, range: { field: 'atMs', from: 1, to: 'a' }, limit: 1 });
    expect(await mixed.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-range' });
  });

  test('pages continue from one type of value to the next, in both directions, and over equal values', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    const inOrder: Scalar[] = [null, null, -5, 0, 0, 0, 1.5, '', 'a', 'a', '\ue000', '😀', '😀', false, false, true];
    await collection.insertMany(inOrder.map((atMs, n) => ({ id: `id-${inOrder.length - n}`, value: { wallet: 'w', kind: 1, atMs, n } })));
    await collection.insert('other', { wallet: 'v', kind: 1, atMs: 0, n: 100 });
    const ascending = inOrder.map((_, n) => n);
    const numbers = { field: 'atMs', from: 0, to: 1.5 };
    for (const limit of [1, 2, 3, 5]) {
      const query = { where: { wallet: 'w' }, limit };
      const sort = (order: 'ascending' | 'descending') => ({ ...query, sort: { field: 'atMs', order } });
      expect([limit, await all(collection, sort('ascending'))]).toEqual([limit, ascending]);
      expect([limit, await all(collection, sort('descending'))]).toEqual([limit, ascending.toReversed()]);
      expect([limit, await all(collection, { ...sort('ascending'), range: numbers })]).toEqual([limit, [3, 4, 5, 6]]);
      expect([limit, await all(collection, { ...sort('descending'), range: numbers })]).toEqual([limit, [6, 5, 4, 3]]);
      expect([limit, await all(collection, { ...sort('descending'), range: { field: 'atMs', to: null } })]).toEqual([limit, [1, 0]]);
      expect([limit, await all(collection, { ...query, range: { field: 'atMs', from: 'a', to: '😀' } })]).toEqual([
        limit,
        [8, 9, 10, 11, 12],
      ]);
      // Tests filters by a unique key, and by an index whose two additional fields serve the order.
      expect((await all(collection, { where: {}, sort: { field: 'n', order: 'descending' }, limit })).slice(1)).toEqual(
        ascending.toReversed(),
      );
      expect(await all(collection, { where: {}, range: { field: 'n', from: 3, to: 9 }, limit })).toEqual(ascending.slice(3, 10));
      expect(await all(collection, { ...query, sort: { field: 'kind', order: 'ascending' } })).toEqual(ascending);
    }
  });

  test('equal means the same value of the same type', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    const values: Scalar[] = [null, 0, 1, '', '0', '1', 'null', false, true, 2 ** 53 + 2, 2 ** 53 + 4, 2 ** 64, 0.1];
    await collection.insertMany(values.map((wallet, n) => ({ id: `id-${n}`, value: { wallet, n } })));
    await collection.insert('missing', { n: 100 });
    for (const [n, wallet] of values.entries()) {
      expect([wallet, await collection.count({ wallet })]).toEqual([wallet, wallet === null ? 2 : 1]);
      expect(await collection.findOne({ wallet })).toMatchObject({ n });
    }
    expect(await collection.findOne({ wallet: 'none' })).toBeNull();
  });

  test('a query that no declared index serves is refused at once', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    const sort = (field: string) => ({ field, order: 'ascending' }) as const;
    const queries: Omit<FindQuery, 'limit'>[] = [
      { where: { kind: true } },
      { where: { _id: 'a' } },
      { where: { kind: true, atMs: 1 } },
      { where: { wallet: 'w', other: 1 } },
      { where: { n: 1, wallet: 'w' } },
      { where: {}, sort: sort('kind') },
      { where: { kind: true }, sort: sort('atMs') },
      { where: { wallet: 'w', kind: true }, sort: sort('n') },
      { where: {}, range: { field: 'kind', from: 1 } },
      { where: { wallet: 'w' }, range: { field: 'atMs', from: 1 }, sort: sort('kind') },
      { where: { wallet: 'w', atMs: 1 }, range: { field: 'atMs', from: 1 } },
      { where: {}, sort: sort('"; DROP TABLE c_fills; --') },
    ];
    for (const query of queries) {
      const found = collection.find({ ...query, limit: 1 });
      expect([query, await found.catch((error: unknown) => error)]).toMatchObject([query, { code: 'query-not-indexed' }]);
    }
    for (const attempt of [collection.count({ kind: 1 }), collection.findOne({ kind: 1 }), collection.removeWhere({ kind: 1 })]) {
      expect(await attempt.catch((error: unknown) => error)).toMatchObject({ code: 'query-not-indexed' });
    }
  });

  test('pages are stable: documents that stay are listed once, whatever is added and removed meanwhile', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    await collection.insertMany(Array.from({ length: 40 }, (_, n) => ({ id: `id-${n}`, value: { wallet: 'w', atMs: n >> 2, n } })));
    for (const order of ['ascending', 'descending'] as const) {
      const seen: number[] = [];
      let cursor: string | null = null;
      let added = order === 'ascending' ? 1_000 : 2_000;
      do {
        const query: FindQuery = { where: { wallet: 'w' }, sort: { field: 'atMs', order }, limit: 6 };
        const page: Awaited<ReturnType<typeof collection.find>> = await collection.find(cursor === null ? query : { ...query, cursor });
        seen.push(...page.rows.map(({ n }) => n));
        cursor = page.cursor;
        const last = page.rows.at(-1);
        if (last !== undefined && last.n >= 30 && last.n < 40) await collection.remove(last._id);
        for (const atMs of [-1, 5, 100]) await collection.insert(`new-${added}`, { wallet: 'w', atMs, n: added++ });
      } while (cursor !== null);
      const kept = seen.filter((n) => n < 30);
      expect(kept.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test('a cursor that no page gave is refused', async () => {
    await using opened = await open();
    const collection = opened.store.collection<Fill>(spec);
    await collection.insert('a', { wallet: 'w', n: 1 });
    for (const cursor of ['', 'x', '[]', Buffer.from('[{},1]').toString('base64url'), Buffer.from('[1]').toString('base64url')]) {
      const found = collection.find({ where: { wallet: 'w' }, sort: { field: 'atMs', order: 'ascending' }, limit: 1, cursor });
      expect(await found.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-cursor', status: 400 });
    }
  });

  test('a collection or field whose name is not a plain one is refused', async () => {
    await using opened = await open();
    for (const bad of [{ name: 'a"b' }, { name: 'fine', indexes: [['x y']] }, { name: '' }]) {
      expect(() => opened.store.collection(bad)).toThrow(expect.objectContaining({ code: 'invalid-collection' }));
    }
  });
}

function byTimeThenInsertion(a: Fill, b: Fill): number {
  return Number(a.atMs) - Number(b.atMs) || a.n - b.n;
}

async function all(collection: RecordCollection<Fill>, query: FindQuery): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof collection.find>> = await collection.find(cursor === null ? query : { ...query, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(query.limit);
    found.push(...page.rows.map(({ n }) => n));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}
