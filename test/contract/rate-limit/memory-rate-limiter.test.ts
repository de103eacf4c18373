import { expect, test } from 'bun:test';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import { rateLimitContract } from './rate-limit-contract.ts';

function createClock() {
  let nowMs = 1_700_000_000_000;
  return {
    now: () => nowMs,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

const ONCE = { limit: 1, windowMs: 1_000 };

rateLimitContract('memory', async () => {
  const clock = createClock();
  return { limiter: createMemoryRateLimiter({ clock }), now: clock.now, advance: async (ms) => clock.advance(ms) };
});

test('many keys cannot fill the memory: the oldest windows are dropped', async () => {
  const limiter = createMemoryRateLimiter({ clock: createClock(), maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) await limiter.take(key, ONCE);
  expect((await limiter.take('c', ONCE)).allowed).toBe(false);
  expect((await limiter.take('b', ONCE)).allowed).toBe(false);
  expect((await limiter.take('a', ONCE)).allowed).toBe(true);
});

test('setting the clock back does not block a client for longer', async () => {
  const clock = createClock();
  const limiter = createMemoryRateLimiter({ clock });
  await limiter.take('a', ONCE);
  clock.advance(-3_600_000);
  expect((await limiter.take('a', ONCE)).allowed).toBe(true);
});
