/** How the tests of one folder under `test/` are run. */
export type TestClass = {
  name: string;
  /**
   * `together`: one Bun process with two workers and a fresh global per file. `alone`: a process per file, one after another. `three at a time`: a
   * process per file, three at a time, for files that mostly wait for programs that they start.
   */
  run: 'together' | 'alone' | 'three at a time';
  /** Bound of a single test, in milliseconds, unless the test names its own. */
  testTimeoutMs: number;
  /** Bound of a whole process, in milliseconds: what still runs then is killed and counts as failed. */
  processTimeoutMs: number;
};

// In order of speed, so that a mistake shows early. Files that start services, chains or browsers have the machine's two
// cores for themselves; the others share them.
export const testClasses: readonly TestClass[] = [
  { name: 'arch', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 180_000 },
  { name: 'unit', run: 'together', testTimeoutMs: 20_000, processTimeoutMs: 300_000 },
  { name: 'contract', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'history', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'regression', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'integration', run: 'three at a time', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'sim', run: 'three at a time', testTimeoutMs: 120_000, processTimeoutMs: 300_000 },
  { name: 'crash', run: 'alone', testTimeoutMs: 180_000, processTimeoutMs: 420_000 },
  { name: 'cluster', run: 'alone', testTimeoutMs: 240_000, processTimeoutMs: 300_000 },
  { name: 'e2e', run: 'three at a time', testTimeoutMs: 120_000, processTimeoutMs: 300_000 },
];
