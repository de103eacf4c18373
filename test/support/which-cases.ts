import { test } from 'bun:test';

/**
 * What random tests begin with. The gate has the same seed each time; the nightly run draws one and sets it. To repeat a run: `TEST_SEED=n npm test -- ...`.
 */
export const testSeed = Number(process.env.TEST_SEED ?? 1);

/** Whether everything there is shall run, as in the nightly run (`TEST_CASES=all`), or what the gate has time for. */
export const hasAllCases = process.env.TEST_CASES === 'all';

/** So many of the cases, which ones by the seed; all of them with `TEST_CASES=all`. The names of the tests say which. */
export function someOf<Case>(cases: readonly Case[], count = 1): Case[] {
  if (hasAllCases) return [...cases];
  const start = (testSeed - 1) % cases.length;
  return [...cases, ...cases].slice(start, start + Math.min(count, cases.length));
}

/** A test that only the nightly run has, because it costs seconds of processor time; say beside it what the gate has instead. */
export function nightlyTest(name: string, run: () => void | Promise<void>, timeoutMs?: number): void {
  if (hasAllCases) test(name, run, timeoutMs);
}
