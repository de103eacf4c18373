import { expect, test } from 'bun:test';
import { chainWithinTime, withinTime } from '../../../src/platform/loop/within-time.ts';

const never = new Promise<string>(() => {});
const late = () => 'late';

test('a result in time is returned unchanged', async () => {
  expect(await withinTime(Promise.resolve('done'), 60_000, late)).toBe('done');
  await expect(withinTime(Promise.reject(new Error('no')), 60_000, late)).rejects.toThrow('no');
});

test('a late result is dropped, and its error ignored', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  expect(await withinTime(promise, 1, late)).toBe('late');
  reject(new Error('nobody listens'));
  await expect(chainWithinTime(never, 1, 8453)).rejects.toMatchObject({ code: 'chain-timeout' });
});
