import { describe, expect, test } from 'bun:test';
import { GATHER_WINDOW_MS } from '../../../actors/batch/batch-options.ts';
import { type AskToAdd, createJoinBatch } from '../../../actors/batch/join-batch.ts';
import { createVirtualTime } from '../../../src/test-kit/virtual-time.ts';
import type { BatchedItem } from '../../../src/values/batch.ts';
import { asAddress } from '../../support/branded.ts';

const itemOf = (n: number): BatchedItem => ({ itemKey: `k${n}`, vault: asAddress('0xv'), wallet: asAddress('0xw') });

function joining(alone?: Parameters<typeof createJoinBatch>[1]) {
  let now = 0;
  const asked: { readonly gatherer: string; readonly keys: readonly string[]; readonly eventId: string; readonly isWhole: boolean }[] = [];
  const answers: { readonly take: (keys: readonly string[]) => void; readonly fail: (error: unknown) => void }[] = [];
  const ask: AskToAdd<BatchedItem> = (_actors, gatherer, { items, eventId, isWhole }) => {
    asked.push({ gatherer, keys: items.map(({ itemKey }) => itemKey), eventId, isWhole });
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<AskToAdd<BatchedItem>>>>();
    const state = { key: '1', chainId: 1, sealed: null, outcome: null, batchNo: 0, ended: [] };
    const take = (keys: readonly string[]) => resolve({ ...state, gathering: items.filter(({ itemKey }) => keys.includes(itemKey)) });
    answers.push({ take, fail: reject });
    return promise;
  };
  const join = createJoinBatch<BatchedItem>(ask, alone);
  const add = (n: number, gatherer = 'g') => join({ actors: {} as never, key: `e${n}`, nowMs: () => now }, gatherer, itemOf(n));
  const pass = (ms: number) => {
    now += ms;
  };
  return { add, asked, answers, pass };
}

describe('joining a batch', () => {
  test('the first item goes at once, and those that come meanwhile go together; each is told whether it was taken', async () => {
    const { add, asked, answers } = joining();
    const [first, second, third] = [add(1), add(2), add(3)];
    const elsewhere = add(4, 'h');
    expect(asked.map(({ gatherer, keys }) => [gatherer, ...keys])).toEqual([
      ['g', 'k1'],
      ['h', 'k4'],
    ]);
    answers[0]?.take(['k1']);
    answers[1]?.take([]);
    expect([await first, await elsewhere]).toEqual([true, false]);
    expect(asked[2]).toEqual({ gatherer: 'g', keys: ['k2', 'k3'], eventId: 'e2', isWhole: false });
    answers[2]?.take(['k3']);
    expect([await second, await third]).toEqual([false, true]);
  });

  test('a failure is of those who were asked for together, and others go on', async () => {
    const { add, answers } = joining();
    const [first, second] = [add(1), add(2)];
    answers[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    answers[1]?.take(['k2']);
    expect(await second).toBe(true);
  });

  test('a gatherer that never answers holds nobody up who comes later', async () => {
    const { add, asked, answers, pass } = joining();
    void add(1);
    void add(2);
    pass(10_000);
    const late = add(3);
    expect(asked.map(({ keys }) => keys)).toEqual([['k1'], ['k3']]);
    answers[1]?.take(['k3']);
    expect(await late).toBe(true);
  });

  test('the only process of a store waits for the window, and then adds all items as a whole batch', async () => {
    const time = createVirtualTime(0);
    const { add, asked, answers } = joining(time.timers);
    const joined = [add(1), add(2)];
    time.moveTo(GATHER_WINDOW_MS - 1);
    await settled();
    expect(asked).toEqual([]);
    time.moveTo(GATHER_WINDOW_MS);
    await settled();
    expect(asked).toEqual([{ gatherer: 'g', keys: ['k1', 'k2'], eventId: 'e1', isWhole: true }]);
    // What arrives while the gatherer is asked waits for a window of its own.
    joined.push(add(3));
    answers[0]?.take(['k1', 'k2']);
    await settled();
    expect(asked).toHaveLength(1);
    time.moveTo(2 * GATHER_WINDOW_MS);
    await settled();
    expect(asked[1]).toEqual({ gatherer: 'g', keys: ['k3'], eventId: 'e3', isWhole: true });
    answers[1]?.take(['k3']);
    expect(await Promise.all(joined)).toEqual([true, true, true]);
  });

  test('a full batch does not wait for the window, and what is left waits for others', async () => {
    const time = createVirtualTime(0);
    const { add, asked, answers } = joining(time.timers);
    for (let n = 1; n <= 33; n += 1) void add(n);
    await settled();
    expect(asked.map(({ keys, isWhole }) => [keys.length, isWhole])).toEqual([[32, false]]);
    answers[0]?.take([]);
    await settled();
    time.moveTo(GATHER_WINDOW_MS);
    await settled();
    expect(asked[1]).toMatchObject({ keys: ['k33'], isWhole: true });
  });
});

/** Lets all promises that are already resolved go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
