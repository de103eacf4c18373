import { expect, test } from 'bun:test';
import type { CollectionSpec } from '../../../src/platform/store/record-store.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { Opening } from './open-record-store.ts';

const fills: CollectionSpec = { name: 'fills', unique: [['chainId', 'txHash']], indexes: [['wallet', 'createdAtMs']] };

export function testWrites(open: () => Opening): void {
  test('an inserted document is read back with its id and revision, and an unknown one is null', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    expect(await collection.insert('a', { chainId: 1, txHash: '0x1', deep: { list: [1, null, 'x'] } })).toEqual({ inserted: true });
    expect(await collection.get('a')).toStrictEqual({ chainId: 1, txHash: '0x1', deep: { list: [1, null, 'x'] }, _id: 'a', rev: 1 });
    expect(await collection.get('b')).toBeNull();
    await collection.insert('b', { chainId: 2 });
    expect((await collection.getMany(['b', 'none', 'a', 'b'])).map(({ _id }) => _id)).toEqual(['b', 'a', 'b']);
  });

  test('an insert with an id or a unique key in use changes nothing, and returns the document that has it', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.insert('a', { chainId: 1, txHash: '0x1', n: 1 });
    const held = { inserted: false, exists: { chainId: 1, txHash: '0x1', n: 1, _id: 'a', rev: 1 } };
    expect(await collection.insert('a', { chainId: 9, txHash: '0x9' })).toEqual(held);
    expect(await collection.insert('b', { chainId: 1, txHash: '0x1', n: 2 })).toEqual(held);
    expect(await collection.count({})).toBe(1);
  });

  test('in a unique key a missing field is null, nulls are equal, and kinds of values are not', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    expect(await collection.insert('a', { chainId: 1 })).toEqual({ inserted: true });
    expect(await collection.insert('b', { chainId: 1, txHash: null })).toMatchObject({ inserted: false, exists: { _id: 'a' } });
    const others = [{}, { chainId: true }, { chainId: '1' }, { chainId: 0 }, { chainId: false }, { chainId: '' }, { chainId: 'null' }];
    for (const [at, value] of others.entries()) expect(await collection.insert(`c${at}`, value)).toEqual({ inserted: true });
    expect(await collection.insert('d', { txHash: null })).toMatchObject({ inserted: false, exists: { _id: 'c0' } });
  });

  test('of many inserts at once with one unique key exactly one wins', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    const results = await Promise.all(Array.from({ length: 20 }, (_, at) => collection.insert(`id-${at}`, { chainId: 1, txHash: '0x1' })));
    expect(results.filter(({ inserted }) => inserted)).toHaveLength(1);
    expect(await collection.count({})).toBe(1);
  });

  test('many inserts in one write are independent, and the new ones are counted', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.insert('a', { chainId: 1, txHash: '0x1' });
    const rows = ['0x1', '0x2', '0x3', '0x3'].map((txHash, at) => ({ id: `row-${at}`, value: { chainId: 1, txHash } }));
    expect(await collection.insertMany(rows)).toBe(2);
    expect(await collection.insertMany([])).toBe(0);
    expect((await collection.getMany(['row-0', 'row-1', 'row-2', 'row-3'])).map(({ _id }) => _id)).toEqual(['row-1', 'row-2']);
  });

  test('put creates or replaces, counts the revision, and moves the unique key', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.put('a', { chainId: 1, txHash: '0x1', n: 1 });
    await collection.put('a', { chainId: 1, txHash: '0x2' });
    expect(await collection.get('a')).toStrictEqual({ chainId: 1, txHash: '0x2', _id: 'a', rev: 2 });
    expect(await collection.insert('b', { chainId: 1, txHash: '0x1' })).toEqual({ inserted: true });
    expect(await collection.insert('c', { chainId: 1, txHash: '0x2' })).toMatchObject({ inserted: false });
  });

  test('put and update that break a unique key are refused, and change nothing', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.put('a', { chainId: 1, txHash: '0x1' });
    await collection.put('b', { chainId: 1, txHash: '0x2' });
    const taken = { chainId: 1, txHash: '0x1' };
    // The attempts run one after another. If they ran at the same time, a promise that rejects while another is awaited would cause an
    // unhandled rejection.
    for (const attempt of [() => collection.put('b', taken), () => collection.update('b', 1, taken)]) {
      expect(await attempt().catch((error: unknown) => error)).toMatchObject({ kind: 'terminal', code: 'unique-key-taken' });
    }
    expect(await collection.get('b')).toStrictEqual({ chainId: 1, txHash: '0x2', _id: 'b', rev: 1 });
  });

  test('update is a compare-and-set: of many on one revision one wins', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.put('a', { chainId: 1, n: 0 });
    const results = await Promise.all(Array.from({ length: 10 }, (_, at) => collection.update('a', 1, { chainId: 1, n: at })));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await collection.get('a')).toMatchObject({ n: results.indexOf(true), rev: 2 });
    expect(await collection.update('none', 1, {})).toBe(false);
  });

  test('a document that was read can be written back: its id and revision are not stored as members', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.put('a', { chainId: 1, n: 1 });
    const stored = await collection.get('a');
    if (stored === null) throw new Error('not stored');
    expect(await collection.update('a', stored.rev, { ...stored, n: 2 })).toBe(true);
    expect(await collection.get('a')).toStrictEqual({ chainId: 1, n: 2, _id: 'a', rev: 2 });
  });

  test('removing frees the id and the unique key, one by one or by a filter', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    await collection.put('a', { chainId: 1, txHash: '0x1', wallet: 'w' });
    await collection.put('b', { chainId: 1, txHash: '0x2', wallet: 'w' });
    await collection.put('c', { chainId: 1, txHash: '0x3', wallet: 'v' });
    expect([await collection.remove('a'), await collection.remove('a')]).toEqual([true, false]);
    expect(await collection.insert('d', { chainId: 1, txHash: '0x1', wallet: 'w' })).toEqual({ inserted: true });
    expect(await collection.removeWhere({ wallet: 'w' })).toBe(2);
    expect(await collection.count({})).toBe(1);
  });

  test('JSON comes back as it went in, and ids and indexed texts with half surrogates stay apart', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'odd', unique: [['name']] });
    const value: JsonObject = JSON.parse('{"__proto__":{"a":1},"constructor":1,"\\ud800":"\\udfff","line":"a\\nb\\u0000\\u2028","e":"😀"}');
    const numbers = { big: 2 ** 53 + 2, small: 5e-324, max: Number.MAX_VALUE, minus: -1.5 };
    const names = ['\ud800', '\ud801', '\ufffd', '\uffff', '\uffffd800', 'a\u0000b', 'a\u0000c', 'é', '', '😀'];
    for (const name of names) expect(await collection.insert(`id ${name}`, { ...value, ...numbers, name })).toEqual({ inserted: true });
    for (const name of names) {
      const stored = await collection.findOne({ name });
      expect(stored).toStrictEqual({ ...value, ...numbers, name, _id: `id ${name}`, rev: 1 });
      expect(Object.keys(stored ?? {})).toContain('__proto__');
      expect(await collection.get(`id ${name}`)).toStrictEqual(stored);
    }
  });

  test('an object or a list cannot be an indexed value', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>(fills);
    for (const attempt of [collection.insert('a', { wallet: { $gt: '' } }), collection.put('a', { wallet: [1] })]) {
      expect(await attempt.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-indexed-value' });
    }
    expect(await collection.count({})).toBe(0);
  });

  test('declaring a collection again is harmless, and new indexes are built from the existing documents', async () => {
    await using opened = await open();
    const before = opened.store.collection<JsonObject>({ name: 'grows' });
    await before.insert('a', { wallet: 'w', txHash: 'T', txhash: 't' });
    await before.insert('b', { wallet: 'v' });
    const spec = { name: 'grows', indexes: [['wallet'], ['txHash'], ['txhash']], unique: [['wallet', 'txHash']] };
    const after = opened.store.collection<JsonObject>(spec);
    expect(await after.findOne({ wallet: 'w' })).toMatchObject({ _id: 'a' });
    expect([await after.count({ txHash: 'T' }), await after.count({ txhash: 'T' }), await after.count({ txHash: null })]).toEqual([
      1, 0, 1,
    ]);
    const again = opened.store.collection<JsonObject>(spec);
    expect(await again.insert('c', { wallet: 'w', txHash: 'T' })).toMatchObject({ inserted: false });
    expect(await again.get('a')).toMatchObject({ rev: 1 });
  });

  test('expired documents are removed with a later write, and others stay', async () => {
    await using opened = await open();
    const collection = opened.store.collection<JsonObject>({ name: 'quotes', expiresAt: 'untilMs' });
    opened.setNow(1_000);
    for (const [id, untilMs] of [
      ['a', 2_000],
      ['b', 900_000],
      ['c', null],
    ] as const) {
      await collection.put(id, { untilMs });
    }
    opened.setNow(500_000);
    await collection.put('d', { untilMs: 900_000 });
    const { rows } = await collection.find({ where: {}, limit: 10 });
    expect(rows.map(({ _id }) => _id)).toEqual(['b', 'c', 'd']);
  });
}
