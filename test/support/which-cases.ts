import { test } from 'bun:test';

/**
 * Seed of random tests. The usual test run always uses the same seed; the nightly run draws one and sets it. To repeat a run: `TEST_SEED=n
 * npm test -- ...`.
 */
export const testSeed = Number(process.env.TEST_SEED ?? 1);

/** Whether all test cases run, as in the nightly run (`TEST_CASES=all`), or only those for which the usual test run has time. */
export const hasAllCases = process.env.TEST_CASES === 'all';

/**
 * Returns `count` of the test cases, selected by the seed of the run; with `TEST_CASES=all` it returns all cases. The names of the tests
 * show which cases were selected.
 */
export function someOf<Case>(cases: readonly Case[], count = 1): Case[] {
  if (hasAllCases) return [...cases];
  const start = (testSeed - 1) % cases.length;
  return [...cases, ...cases].slice(start, start + Math.min(count, cases.length));
}

/**
 * Defines a test that runs only at night, because it takes seconds of processor time. A comment at each use should state which tests of the
 * usual run cover the same code.
 */
export function nightlyTest(name: string, run: () => void | Promise<void>, timeoutMs?: number): void {
  if (hasAllCases) test(name, run, timeoutMs);
}
