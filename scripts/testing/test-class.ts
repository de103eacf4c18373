/** How the tests of one folder under `test/` are run. */
export type TestClass = {
  name: string;
  /** `together`: one Bun process with two workers and a fresh global per file. `apart`: a process per file. */
  run: 'together' | 'apart';
  /**
   * `first`: alone, in the order of the list. `then`: these share four processes, since their files mostly wait for programs that they start, and no
   * core should wait for the last file of a class.
   */
  stage: 'first' | 'then';
  /** Bound of a single test, in milliseconds, unless the test names its own. */
  testTimeoutMs: number;
  /** Bound of a whole process, in milliseconds: what still runs then is killed and counts as failed. */
  processTimeoutMs: number;
  /**
   * Seconds of processor time that the whole class may take, about twice what it takes on a machine that does little else. A class that grows past it fails:
   * something became slow, or what is long belongs to the nightly run.
   */
  cpuBudgetS: number;
};

// In order of speed, so that a mistake shows early; among those that share processes, the ones with the longest files first. Nodes of a cluster
// have the machine's two cores for themselves: what is late there counts as a fault.
export const testClasses: readonly TestClass[] = [
  { name: 'arch', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 180_000, cpuBudgetS: 20 },
  { name: 'unit', run: 'together', stage: 'first', testTimeoutMs: 20_000, processTimeoutMs: 300_000, cpuBudgetS: 110 },
  { name: 'history', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 300_000, cpuBudgetS: 10 },
  { name: 'regression', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 300_000, cpuBudgetS: 10 },
  { name: 'cluster', run: 'apart', stage: 'first', testTimeoutMs: 290_000, processTimeoutMs: 300_000, cpuBudgetS: 120 },
  { name: 'crash', run: 'apart', stage: 'then', testTimeoutMs: 400_000, processTimeoutMs: 420_000, cpuBudgetS: 80 },
  { name: 'hostile', run: 'apart', stage: 'then', testTimeoutMs: 180_000, processTimeoutMs: 300_000, cpuBudgetS: 100 },
  { name: 'outside', run: 'apart', stage: 'then', testTimeoutMs: 180_000, processTimeoutMs: 300_000, cpuBudgetS: 80 },
  { name: 'sim', run: 'apart', stage: 'then', testTimeoutMs: 120_000, processTimeoutMs: 300_000, cpuBudgetS: 80 },
  { name: 'contract', run: 'together', stage: 'then', testTimeoutMs: 60_000, processTimeoutMs: 540_000, cpuBudgetS: 140 },
  { name: 'e2e', run: 'apart', stage: 'then', testTimeoutMs: 120_000, processTimeoutMs: 300_000, cpuBudgetS: 560 },
  { name: 'integration', run: 'apart', stage: 'then', testTimeoutMs: 60_000, processTimeoutMs: 300_000, cpuBudgetS: 500 },
];

/** Processes at a time of what shares them: with two cores, and files that wait for half of their time. */
export const SHARED_PROCESSES = 4;
