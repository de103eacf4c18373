import { describe, expect, test } from 'bun:test';
import type { RateLimiter } from '../../../src/platform/rate-limit/rate-limiter.ts';

export type LimiterUnderTest = {
  readonly limiter: RateLimiter;
  readonly now: () => number;
  readonly advance: (ms: number) => Promise<void>;
};

const RATE = { limit: 3, windowMs: 60_000 };
/** Accepted difference of the reset time in milliseconds, because the limiter may use another machine's clock. */
const TOLERANCE_MS = 500;

/** Tests the invariants of the `RateLimiter` port for one adapter. Each test gets a new limiter. */
export function rateLimitContract(name: string, create: () => Promise<LimiterUnderTest>): void {
  describe(`the ${name} rate limiter`, () => {
    test('allows the limit, then refuses, and says how many are left and until when', async () => {
      const { limiter, now } = await create();
      const startedAtMs = now();
      const taken = [];
      for (let i = 0; i < 5; i += 1) taken.push(await limiter.take('a', RATE));
      expect(taken.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ]);
      const endedAtMs = now();
      for (const { resetAtMs } of taken) {
        expect(resetAtMs).toBeGreaterThanOrEqual(startedAtMs + RATE.windowMs - TOLERANCE_MS);
        expect(resetAtMs).toBeLessThanOrEqual(endedAtMs + RATE.windowMs + TOLERANCE_MS);
      }
    });

    test('starts again when the window has ended, which refused requests do not delay', async () => {
      const { limiter, advance } = await create();
      for (let i = 0; i < 4; i += 1) await limiter.take('a', RATE);
      await advance(RATE.windowMs / 2);
      expect((await limiter.take('a', RATE)).allowed).toBe(false);
      await advance(RATE.windowMs / 2);
      expect(await limiter.take('a', RATE)).toMatchObject({ allowed: true, remaining: 2 });
    });

    test('allows exactly the limit of many simultaneous requests', async () => {
      const { limiter } = await create();
      const taken = await Promise.all(Array.from({ length: 50 }, () => limiter.take('a', { limit: 7, windowMs: 60_000 })));
      expect(taken.filter(({ allowed }) => allowed).length).toBe(7);
    });

    test('keys are independent, whatever characters they contain', async () => {
      const { limiter } = await create();
      for (const key of ['a', 'a:b', '', 'ü *?[]\\\r\n', 'a'.repeat(1_000)]) {
        expect(await limiter.take(key, { limit: 1, windowMs: 60_000 })).toMatchObject({ allowed: true, remaining: 0 });
        expect(await limiter.take(key, { limit: 1, windowMs: 60_000 })).toMatchObject({ allowed: false });
      }
    });

    test('refuses a rate that allows nothing or has no time', async () => {
      const { limiter } = await create();
      for (const rate of [
        { ...RATE, limit: 0 },
        { ...RATE, limit: 1.5 },
        { ...RATE, windowMs: 0 },
        { ...RATE, windowMs: Number.NaN },
      ]) {
        expect(limiter.take('a', rate)).rejects.toThrow(RangeError);
      }
    });
  });
}
