import { describe, expect, test } from 'bun:test';
import { createProviderBudget } from '../../../../src/features/quotes/provider-budget.ts';

/** Lets all code run that waits only for promises and not for timers. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}

/** Timers on a virtual clock. */
function virtualTime() {
  let nowMs = 1_700_000_000_000;
  const due = new Map<() => void, number>();
  return {
    clock: { now: () => nowMs },
    timers: {
      after(delayMs: number, callback: () => void) {
        due.set(callback, nowMs + delayMs);
        return () => void due.delete(callback);
      },
    },
    async pass(ms: number) {
      const end = nowMs + ms;
      for (;;) {
        await settle();
        const [next] = [...due].filter(([, atMs]) => atMs <= end).sort(([, a], [, b]) => a - b);
        if (next === undefined) break;
        const [callback, atMs] = next;
        due.delete(callback);
        nowMs = Math.max(nowMs, atMs);
        callback();
      }
      nowMs = end;
      await settle();
    },
    pending: () => due.size,
  };
}

describe('a budget', () => {
  test('lets through at most so many in any second; the others wait for their turn a while', async () => {
    const time = virtualTime();
    const budget = createProviderBudget({ perSecond: 3, inFlight: 100, perDay: 1_000 }, time);
    const startedAt: number[] = [];
    const refused: string[] = [];
    const take = async () => {
      const turn = await budget.take();
      if (!turn.ok) refused.push(turn.limit);
      else {
        startedAt.push(time.clock.now());
        turn.release();
      }
    };
    const all = Array.from({ length: 1_000 }, take);
    await time.pass(5_000);
    await Promise.all(all);
    expect(startedAt).toHaveLength(6);
    for (const [index, at] of startedAt.entries()) expect(at - (startedAt[index - 3] ?? -Infinity)).toBeGreaterThanOrEqual(1_000);
    expect(new Set(refused)).toEqual(new Set(['per-second']));
    expect(time.pending()).toBe(0);
  });

  test('lets through at most so many at once; a finished one makes room', async () => {
    const time = virtualTime();
    const budget = createProviderBudget({ perSecond: 100, inFlight: 2, perDay: 1_000 }, time);
    const [first, second, third, fourth] = [budget.take(), budget.take(), budget.take(), budget.take()];
    const [one] = [await first, await second];
    if (one?.ok !== true) throw new Error('the first request waits');
    await time.pass(500);
    one.release();
    one.release();
    expect((await third).ok).toBe(true);
    await time.pass(1_500);
    expect(await fourth).toEqual({ ok: false, limit: 'in-flight' });
  });

  test('lets through at most so many a UTC day', async () => {
    const time = virtualTime();
    const budget = createProviderBudget({ perSecond: 100, inFlight: 100, perDay: 2 }, time);
    const outcomes = async (count: number) => await Promise.all(Array.from({ length: count }, async () => (await budget.take()).ok));
    expect(await outcomes(3)).toEqual([true, true, false]);
    await time.pass(86_400_000);
    expect(await outcomes(1)).toEqual([true]);
  });

  test('of nothing lets nothing through', async () => {
    const time = virtualTime();
    expect(await createProviderBudget({ perSecond: 1, inFlight: 1, perDay: 0 }, time).take()).toEqual({ ok: false, limit: 'per-day' });
    expect(await createProviderBudget({ perSecond: 0, inFlight: 1, perDay: 9 }, time).take()).toEqual({ ok: false, limit: 'per-second' });
    const none = createProviderBudget({ perSecond: 1, inFlight: 0, perDay: 9 }, time).take();
    await time.pass(1_500);
    expect(await none).toEqual({ ok: false, limit: 'in-flight' });
  });
});
