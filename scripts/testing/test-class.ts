/** Describes how the tests of one folder under `test/` are run: in how many processes, in which order, and with which time limits. */
export type TestClass = {
  name: string;
  /** `together`: one Bun process with two workers and a fresh global object per file. `apart`: a process per file. */
  run: 'together' | 'apart';
  /**
   * The maximum number of test files in one process, for a class that runs `apart`; absent: 1. Files of one process share its loaded
   * modules, which saves up to a second of processor time for each file.
   */
  filesPerProcess?: number;
  /**
   * `first`: the class runs alone, and these classes run in the order of the list. `then`: the class shares four processes with the other
   * classes of this stage, because its files mostly wait for programs that they start, and no core should be idle while the last file of a
   * class runs.
   */
  stage: 'first' | 'then';
  /** Timeout of a single test in milliseconds, unless the test sets its own. */
  testTimeoutMs: number;
  /** Timeout of a whole test process in milliseconds. A process that exceeds it is killed and counts as failed. */
  processTimeoutMs: number;
  /**
   * The processor time that the whole class may use, in seconds: about twice what it used on a busy machine, because the same tests need up
   * to half as much again on another machine. The budget also grows on a slower machine (`machine-speed.ts`). A class above its budget
   * fails, because then something became much slower, or a long test belongs in the nightly run.
   */
  cpuBudgetS: number;
};

// The list of test classes. Fast classes come first, so that a mistake shows early. Among the classes that share processes, those with the
// longest files come first.
export const testClasses: readonly TestClass[] = [
  { name: 'arch', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 180_000, cpuBudgetS: 20 },
  { name: 'unit', run: 'apart', filesPerProcess: 210, stage: 'first', testTimeoutMs: 20_000, processTimeoutMs: 300_000, cpuBudgetS: 110 },
  { name: 'history', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 300_000, cpuBudgetS: 5 },
  { name: 'regression', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 300_000, cpuBudgetS: 8 },
  { name: 'cluster', run: 'together', stage: 'first', testTimeoutMs: 60_000, processTimeoutMs: 180_000, cpuBudgetS: 5 },
  { name: 'crash', run: 'apart', stage: 'then', testTimeoutMs: 400_000, processTimeoutMs: 420_000, cpuBudgetS: 60 },
  { name: 'hostile', run: 'apart', stage: 'then', testTimeoutMs: 180_000, processTimeoutMs: 300_000, cpuBudgetS: 40 },
  { name: 'outside', run: 'apart', stage: 'then', testTimeoutMs: 180_000, processTimeoutMs: 300_000, cpuBudgetS: 20 },
  { name: 'sim', run: 'apart', stage: 'then', testTimeoutMs: 120_000, processTimeoutMs: 300_000, cpuBudgetS: 65 },
  { name: 'contract', run: 'apart', filesPerProcess: 10, stage: 'then', testTimeoutMs: 60_000, processTimeoutMs: 540_000, cpuBudgetS: 95 },
  {
    name: 'e2e',
    run: 'apart',
    filesPerProcess: 3,
    stage: 'then',
    testTimeoutMs: 120_000,
    processTimeoutMs: 400_000,
    cpuBudgetS: 380,
  },
  {
    name: 'integration',
    run: 'apart',
    filesPerProcess: 8,
    stage: 'then',
    testTimeoutMs: 60_000,
    processTimeoutMs: 300_000,
    cpuBudgetS: 320,
  },
];

/**
 * Test files that run only in the nightly run (TEST_CASES=all), or when `npm test` gets their names. They test whole user flows and long
 * random campaigns, and need seconds of processor time. `npm test` has cheaper tests of each of their steps. `.ci/run` runs them with its
 * nightly part.
 */
export const nightlyFiles: readonly string[] = [
  'test/crash/alerts-survive-kills.test.ts',
  'test/crash/news-two-nodes.test.ts',
  'test/crash/ramps-survive-kills.test.ts',
  'test/e2e/adding-a-module.test.ts',
  'test/e2e/autopilot/agent-fee.test.ts',
  'test/e2e/autopilot/agent-flow.test.ts',
  'test/e2e/autopilot/agent-prices.test.ts',
  'test/e2e/autopilot/agent-restore.test.ts',
  'test/e2e/autopilot/agent-signer.test.ts',
  'test/e2e/autopilot/gas-bounds.test.ts',
  'test/e2e/cli/demo.test.ts',
  'test/e2e/cli/operator-restore.test.ts',
  'test/e2e/inspector/acting.test.ts',
  'test/e2e/inspector/history.test.ts',
  'test/e2e/inspector/hostile.test.ts',
  'test/e2e/inspector/situations.test.ts',
  'test/e2e/inspector/treasury.test.ts',
  'test/e2e/real-chain-docs.test.ts',
  'test/hostile/attacks.test.ts',
  'test/hostile/day.test.ts',
  'test/integration/client/package.test.ts',
  'test/integration/deployment/verify.test.ts',
  'test/integration/devnet/devnet-damage.test.ts',
  'test/integration/devnet/devnet-survival.test.ts',
  'test/integration/features/autopilot/large-backtests.test.ts',
  'test/integration/migrate/killed.test.ts',
  'test/integration/rehearsal/rehearse.test.ts',
  'test/outside/chain-kinds.test.ts',
  'test/outside/outside.test.ts',
];

/** Number of processes that the test classes of the last stage share. It suits two cores and test files that wait half of their time. */
export const SHARED_PROCESSES = 4;
