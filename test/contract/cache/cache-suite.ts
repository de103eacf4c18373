import { describe, expect, test } from 'bun:test';
import type { Cache } from '../../../src/platform/cache/cache.ts';
import type { Json } from '../../../src/values/json.ts';
import { fc } from '../../support/seeded-fast-check.ts';

export type CacheUnderTest = { cache: Cache; advance(ms: number): Promise<void> };

/** Tests the invariants of the `Cache` port for one adapter. Each test gets a new, empty cache. */
export function cacheSuite(name: string, create: () => Promise<CacheUnderTest>): void {
  describe(`the ${name} cache`, () => {
    test('gives back what was set, until its time is up', async () => {
      const { cache, advance } = await create();
      await cache.set('a', { amount: '1' }, 60_000);
      expect(await cache.get('a')).toEqual({ amount: '1' });
      await advance(60_000);
      expect(await cache.get('a')).toBeUndefined();
    });

    test('distinguishes null from a missing key', async () => {
      const { cache } = await create();
      await cache.set('a', null, 60_000);
      expect(await cache.get('a')).toBeNull();
      expect(await cache.get('b')).toBeUndefined();
    });

    test('a later write replaces value and lifetime', async () => {
      const { cache, advance } = await create();
      await cache.set('a', 1, 60_000);
      await cache.set('a', 2, 300_000);
      await advance(120_000);
      expect(await cache.get('a')).toBe(2);
    });

    test('returns copies, not shared objects', async () => {
      const { cache } = await create();
      const value = { list: [1] };
      await cache.set('a', value, 60_000);
      value.list.push(2);
      const read = await cache.get('a');
      expect(read).toEqual({ list: [1] });
      expect(await cache.get('a')).not.toBe(read);
    });

    test('deletes one key, and accepts missing keys', async () => {
      const { cache } = await create();
      await cache.set('a', 1, 60_000);
      await cache.delete('a');
      await cache.delete('a');
      expect(await cache.get('a')).toBeUndefined();
    });

    test('deletes by prefix, taking pattern characters as themselves', async () => {
      const { cache } = await create();
      for (const key of ['tokens:1', 'tokens:10', 'token', 'tok*:1', 'tokxx:1']) await cache.set(key, key, 60_000);
      await cache.deleteByPrefix('tok*:');
      await cache.deleteByPrefix('tokens:');
      const left = await Promise.all(['tokens:1', 'tokens:10', 'token', 'tok*:1', 'tokxx:1'].map((key) => cache.get(key)));
      expect(left).toEqual([undefined, undefined, 'token', undefined, 'tokxx:1']);
      expect(cache.deleteByPrefix('')).rejects.toThrow(RangeError);
    });

    test('refuses a lifetime that is not above 0', async () => {
      const { cache } = await create();
      expect(cache.set('a', 1, 0)).rejects.toThrow(RangeError);
      expect(cache.set('a', 1, Number.NaN)).rejects.toThrow(RangeError);
    });

    test('any JSON and any key come back equal', async () => {
      const { cache } = await create();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.jsonValue(), async (key, value) => {
          const text = JSON.stringify(value);
          const sent: Json = JSON.parse(text);
          await cache.set(key, sent, 60_000);
          expect(await cache.get(key)).toEqual(JSON.parse(text));
        }),
      );
    });
  });
}
