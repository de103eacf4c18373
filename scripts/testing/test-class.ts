/** How the tests of one folder under `test/` are run. */
export type TestClass = {
  name: string;
  /**
   * `together`: one Bun process with two workers and a fresh global per file. `alone`: a process per file, one after another. `three at a time`: a
   * process per file, three at a time, for files that mostly wait for programs that they start; neighbouring classes of this kind are run as one, so
   * that no core waits for the last file of a class.
   */
  run: 'together' | 'alone' | 'three at a time';
  /** Bound of a single test, in milliseconds, unless the test names its own. */
  testTimeoutMs: number;
  /** Bound of a whole process, in milliseconds: what still runs then is killed and counts as failed. */
  processTimeoutMs: number;
};

// In order of speed, so that a mistake shows early; of those that are run three at a time, the class with the longest files first. Nodes of a
// cluster have the machine's two cores for themselves: what is late there counts as a fault.
export const testClasses: readonly TestClass[] = [
  { name: 'arch', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 180_000 },
  { name: 'unit', run: 'together', testTimeoutMs: 20_000, processTimeoutMs: 300_000 },
  { name: 'contract', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'history', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'regression', run: 'together', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'cluster', run: 'alone', testTimeoutMs: 240_000, processTimeoutMs: 300_000 },
  { name: 'crash', run: 'three at a time', testTimeoutMs: 180_000, processTimeoutMs: 420_000 },
  { name: 'e2e', run: 'three at a time', testTimeoutMs: 120_000, processTimeoutMs: 300_000 },
  { name: 'integration', run: 'three at a time', testTimeoutMs: 60_000, processTimeoutMs: 300_000 },
  { name: 'sim', run: 'three at a time', testTimeoutMs: 120_000, processTimeoutMs: 300_000 },
];

/** Classes by when they are run: those of one stage share its processes. */
export function stagesOf(classes: readonly TestClass[]): readonly (readonly TestClass[])[] {
  const stages: TestClass[][] = [];
  for (const testClass of classes) {
    const last = stages.at(-1);
    if (testClass.run === 'three at a time' && last?.[0]?.run === testClass.run) last.push(testClass);
    else stages.push([testClass]);
  }
  return stages;
}
