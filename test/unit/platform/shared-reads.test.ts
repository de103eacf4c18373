import { describe, expect, test } from 'bun:test';
import { createGatheredReads } from '../../../src/platform/loop/gathered-reads.ts';
import { createRecentAnswers } from '../../../src/platform/loop/recent-answers.ts';

describe('recent answers', () => {
  function asking(keepMs = 500) {
    let now = 0;
    const asked: string[] = [];
    const waiting: { readonly resolve: (answer: number) => void; readonly reject: (error: unknown) => void }[] = [];
    const recent = createRecentAnswers<number>({ nowMs: () => now, keepMs, isKept: (answer) => answer !== 0 });
    const ask = (key: string) =>
      recent(key, () => {
        asked.push(key);
        const { promise, resolve, reject } = Promise.withResolvers<number>();
        waiting.push({ resolve, reject });
        return promise;
      });
    const pass = (ms: number) => {
      now += ms;
    };
    return { ask, asked, waiting, pass };
  }

  test('equal questions are asked once while they are asked, and for a while after', async () => {
    const { ask, asked, waiting, pass } = asking();
    const [first, second] = [ask('a'), ask('a')];
    pass(10_000);
    const third = ask('a');
    waiting[0]?.resolve(7);
    expect(await Promise.all([first, second, third])).toEqual([7, 7, 7]);
    pass(499);
    expect(await ask('a')).toBe(7);
    expect(asked).toEqual(['a']);
    pass(1);
    void ask('a');
    void ask('b');
    expect(asked).toEqual(['a', 'a', 'b']);
  });

  test('a failure is told to all who wait, and asked again; so is an answer that is not to be kept', async () => {
    const { ask, asked, waiting } = asking();
    const both = [ask('a'), ask('a')];
    waiting[0]?.reject(new Error('away'));
    for (const one of both) await expect(one).rejects.toThrow('away');
    const none = ask('a');
    waiting[1]?.resolve(0);
    expect(await none).toBe(0);
    void ask('a');
    expect(asked).toHaveLength(3);
  });
});

describe('gathered reads', () => {
  test('what is asked for during a read is read together by the next one, each thing once', async () => {
    const reads: (readonly number[])[] = [];
    const waiting: (() => void)[] = [];
    const read = createGatheredReads(async (ids: readonly number[]) => {
      reads.push(ids);
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return ids.map((id) => id * 10);
    });
    const settle = async () => {
      waiting.shift()?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    };
    const first = [read(1), read(2)];
    await settle();
    const later = [read(2), read(3), read(3)];
    await settle();
    expect(await Promise.all(first)).toEqual([10, 20]);
    await settle();
    expect(await Promise.all(later)).toEqual([20, 30, 30]);
    expect(reads).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('a failed read fails for those who waited for it, and the next one goes on', async () => {
    let fails = true;
    const read = createGatheredReads(async (ids: readonly number[]) => {
      if (fails) throw new Error('away');
      return ids;
    });
    await expect(read(1)).rejects.toThrow('away');
    fails = false;
    expect(await read(1)).toBe(1);
  });
});
