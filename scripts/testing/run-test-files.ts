import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { howItEnded, runGroup } from './run-group.ts';
import type { TestClass } from './test-class.ts';
import { readJunit, type TestReport } from './test-report.ts';

/** Maximum number of test files in one process for which the names of all tests are printed, also of those that passed. */
const LISTED_FILES = 3;

/** The results of test files, and the processor time of the process that ran them (including its awaited children). */
export type MeasuredReport = { readonly report: TestReport; readonly cpuMs: number };

/**
 * Runs test files in one Bun process, streams its output, and returns the results. The process has a process group of its own, and
 * everything that it leaves running is killed with it.
 *
 * @param files paths relative to `root`
 * @param options.bunArgs further arguments for `bun test`, such as `-t pattern`
 * @param options.stop an abort kills the group, which counts as failed
 */
export async function runTestFiles(
  files: readonly string[],
  options: { root: string; testClass: TestClass; bunArgs: readonly string[]; stop: AbortSignal },
): Promise<MeasuredReport> {
  const { root, testClass, bunArgs, stop } = options;
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-report-'));
  const reportFile = join(folder, 'junit.xml');
  try {
    const args = ['test', `--timeout=${testClass.testTimeoutMs}`, '--reporter=junit', `--reporter-outfile=${reportFile}`];
    if (testClass.run === 'together') args.push('--parallel=2');
    // The names of thousands of tests that passed would hide the failures.
    if (files.length > LISTED_FILES) args.push('--only-failures');
    const ended = await runGroup([...args, ...bunArgs, ...files.map((file) => `./${file}`)], {
      cwd: root,
      stop,
      timeoutMs: testClass.processTimeoutMs,
    });
    const what = files.length === 1 ? `${files[0]}` : `test/${testClass.name}`;
    const { cpuMs } = ended;
    if (!existsSync(reportFile)) return { report: failedReport(`${what}: no report, the process ${howItEnded(ended)}`), cpuMs };

    const { report, files: filesWithTests } = readJunit(readFileSync(reportFile, 'utf8'));
    const silent = bunArgs.length > 0 ? [] : files.filter((file) => !filesWithTests.has(file));
    for (const file of silent) addFailure(report, `${file}: it ran no test (it has none, or did not load)`);
    if (!ended.isWell && report.failed === 0) addFailure(report, `${what}: errors outside of any test, the process ${howItEnded(ended)}`);
    return { report, cpuMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failedReport(reason: string): TestReport {
  return { passed: 0, failed: 1, skipped: [], failures: [reason] };
}

function addFailure(report: TestReport, reason: string): void {
  report.failed += 1;
  report.failures.push(reason);
}
