import { test } from 'bun:test';

/**
 * Seed of random tests. The gate uses the same seed each time; the nightly run draws one and sets it. To repeat a run: `TEST_SEED=n npm
 * test -- ...`.
 */
export const testSeed = Number(process.env.TEST_SEED ?? 1);

/** Whether all cases run, as in the nightly run (`TEST_CASES=all`), or only those for which the gate has time. */
export const hasAllCases = process.env.TEST_CASES === 'all';

/** Returns this many of the cases, selected by the seed; all of them with `TEST_CASES=all`. The names of the tests show the selection. */
export function someOf<Case>(cases: readonly Case[], count = 1): Case[] {
  if (hasAllCases) return [...cases];
  const start = (testSeed - 1) % cases.length;
  return [...cases, ...cases].slice(start, start + Math.min(count, cases.length));
}

/**
 * A test that runs only at night, because it costs seconds of processor time. A comment beside each call should state which tests the gate
 * has instead.
 */
export function nightlyTest(name: string, run: () => void | Promise<void>, timeoutMs?: number): void {
  if (hasAllCases) test(name, run, timeoutMs);
}
