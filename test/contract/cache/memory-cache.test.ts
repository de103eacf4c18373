import { expect, test } from 'bun:test';
import { createMemoryCache } from '../../../src/platform/cache/memory/memory-cache.ts';
import { cacheSuite } from './cache-suite.ts';

function createClock() {
  let nowMs = 1_700_000_000_000;
  return {
    now: () => nowMs,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

cacheSuite('memory', async () => {
  const clock = createClock();
  return { cache: createMemoryCache({ clock }), advance: async (ms) => clock.advance(ms) };
});

test('a full memory cache drops what was unused for longest', async () => {
  const cache = createMemoryCache({ clock: createClock(), maxEntries: 2 });
  await cache.set('a', 1, 1000);
  await cache.set('b', 2, 1000);
  await cache.get('a');
  await cache.set('c', 3, 1000);
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([1, undefined, 3]);
});

test('big values cannot fill the memory', async () => {
  const cache = createMemoryCache({ clock: createClock(), maxCharacters: 10 });
  await cache.set('a', '12345', 1000);
  await cache.set('b', '12345', 1000);
  await cache.set('c', '12345678901', 1000);
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([undefined, '12345', undefined]);
});

test('a clock that was set back makes nothing live longer', async () => {
  const clock = createClock();
  const cache = createMemoryCache({ clock });
  await cache.set('a', 1, 1000);
  clock.advance(-5000);
  expect(await cache.get('a')).toBeUndefined();
});
