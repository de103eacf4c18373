import { describe, expect, test } from 'bun:test';
import { type AskToAdd, createJoinBatch } from '../../../actors/batch/join-batch.ts';
import type { BatchedItem } from '../../../src/values/batch.ts';
import { asAddress } from '../../support/branded.ts';

const itemOf = (n: number): BatchedItem => ({ itemKey: `k${n}`, vault: asAddress('0xv'), wallet: asAddress('0xw') });

function joining() {
  let now = 0;
  const asked: { readonly gatherer: string; readonly keys: readonly string[]; readonly eventId: string }[] = [];
  const answers: { readonly take: (keys: readonly string[]) => void; readonly fail: (error: unknown) => void }[] = [];
  const ask: AskToAdd<BatchedItem> = (_actors, gatherer, { items, eventId }) => {
    asked.push({ gatherer, keys: items.map(({ itemKey }) => itemKey), eventId });
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<AskToAdd<BatchedItem>>>>();
    const state = { key: '1', chainId: 1, sealed: null, outcome: null, batchNo: 0, ended: [] };
    const take = (keys: readonly string[]) => resolve({ ...state, gathering: items.filter(({ itemKey }) => keys.includes(itemKey)) });
    answers.push({ take, fail: reject });
    return promise;
  };
  const join = createJoinBatch<BatchedItem>(ask);
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
    expect(asked[2]).toEqual({ gatherer: 'g', keys: ['k2', 'k3'], eventId: 'e2' });
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
});
