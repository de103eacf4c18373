// npm test [class ...] [part of a file's path ...] [-- --with-verify] [-- --costs] [-- -t PATTERN]
// Runs the tests class by class and prints a summary per class with its processor time, which has a budget. The last line is `N passed, N
// failed` (and `, N skipped` if there are any). With CI_NO_SKIP=1 a skipped test counts as failed. `npm run verify` can run beside the
// first classes and is counted with them. With --costs each file runs in a process of its own and is listed with its processor time.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSpeedProbe } from './testing/machine-speed.ts';
import { readTestArgs } from './testing/read-test-args.ts';
import { runTestFiles } from './testing/run-test-files.ts';
import { runVerify } from './testing/run-verify.ts';
import { nightlyFiles, SHARED_PROCESSES, type TestClass, testClasses } from './testing/test-class.ts';
import { sumReports, type TestReport } from './testing/test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const noSkip = process.env.CI_NO_SKIP === '1';

const args = readTestArgs(
  process.argv.slice(2),
  testClasses.map(({ name }) => name),
);
if ('problem' in args) {
  console.error(`test: ${args.problem}`);
  process.exit(1);
}

const { classes, paths, bunArgs, withVerify, listsCosts } = args;

/** The processor time of a test file that ran in its own process. */
type Cost = { readonly file: string; readonly cpuMs: number };

/** Number of the most expensive files of a class that are listed with their processor time. */
const NAMED_FILES = 5;

/** A folder for resources that one test process creates and all others share, such as a deployed devnet. */
const runFolder = mkdtempSync(join(tmpdir(), 'coxswain-test-run-'));
process.env.TEST_RUN_FOLDER = runFolder;
process.on('exit', () => rmSync(runFolder, { recursive: true, force: true }));

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());
process.on('SIGTERM', () => stop.abort());

const results: { name: string; report: TestReport; seconds: number; cpuSeconds: number | null; costly: readonly Cost[] }[] = [];
const wanted = testClasses
  .filter(({ name }) => classes.length === 0 || classes.includes(name))
  .map((testClass) => ({ testClass, files: wantedFiles(testClass.name) }))
  .filter(({ testClass, files }) => files.length > 0 || classes.includes(testClass.name));
const speed = startSpeedProbe();
let verifying = withVerify ? runVerify({ root, stop: stop.signal }) : null;
const ofStage = (stage: TestClass['stage']) => wanted.filter(({ testClass }) => testClass.stage === stage);
for (const one of ofStage('first')) {
  // While `npm run verify` uses one core, the first classes use the other.
  if (!stop.signal.aborted) await runStage([one], verifying === null ? 2 : 1);
}
// The other classes start their own processes and need both cores, so verify must end first.
await endVerify();
if (!stop.signal.aborted) await runStage(ofStage('then'), SHARED_PROCESSES);
if (stop.signal.aborted) record('stopped', { passed: 0, failed: 1, skipped: [], failures: ['the run was stopped before its end'] }, 0);
if (results.length === 0) record('nothing', { passed: 0, failed: 1, skipped: [], failures: ['no test file matches'] }, 0);
speed.stop();
checkBudgets();
process.exit(printSummary());

async function endVerify(): Promise<void> {
  const ended = await verifying;
  verifying = null;
  if (ended === null) return;
  process.stdout.write(ended.output);
  if (!ended.isWell) record('verify', { passed: 0, failed: 1, skipped: [], failures: ['verify'] }, 0);
}

type Planned = { readonly testClass: TestClass; readonly files: readonly string[] };

async function runStage(planned: readonly Planned[], processes: number): Promise<void> {
  const startedMs = performance.now();
  const runs = planned.map(({ testClass, files }) => {
    const batches = batchesOf(testClass, files);
    return { testClass, batches, reports: files.length > 0 ? [] : [noFile(testClass)], costs: [] as Cost[], cpuMs: 0, endedMs: startedMs };
  });
  for (const { testClass, files } of planned) console.log(`\n== ${testClass.name}: ${files.length} files`);
  const left = runs.flatMap((run) => run.batches.map((batch) => ({ run, batch }))).values();
  const worker = async () => {
    for (const { run, batch } of left) {
      if (stop.signal.aborted) break;
      const { report, cpuMs } = await runTestFiles(batch, { root, testClass: run.testClass, bunArgs, stop: stop.signal });
      run.reports.push(report);
      run.cpuMs += cpuMs;
      const [file, ...others] = batch;
      if (file !== undefined && others.length === 0) run.costs.push({ file, cpuMs });
      run.endedMs = performance.now();
    }
  };
  await Promise.all(Array.from({ length: processes }, worker));
  for (const { testClass, reports, costs, cpuMs, endedMs } of runs) {
    const cpuSeconds = cpuMs / 1000;
    const costly = costs.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, listsCosts ? costs.length : NAMED_FILES);
    record(testClass.name, sumReports(reports), (endedMs - startedMs) / 1000, { cpuSeconds, costly });
  }
}

/** Divides the test files of a class into batches; each batch runs in one process. */
function batchesOf({ run, filesPerProcess = 1 }: TestClass, files: readonly string[]): readonly (readonly string[])[] {
  if (run === 'together' && files.length > 0 && !listsCosts) return [files];
  // Tests with all their cases use memory and connections that others of their process would lack.
  const size = listsCosts || process.env.TEST_CASES === 'all' ? 1 : filesPerProcess;
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size));
}

/**
 * Fails the test classes that took more processor time than their budget. The budget grows on a slower machine. Only whole classes are
 * compared, because a budget says nothing about a selection of a class's files.
 */
function checkBudgets(): void {
  if (paths.length > 0 || bunArgs.length > 0 || listsCosts) return;
  const slowness = speed.slowness();
  for (const { name, cpuBudgetS } of testClasses) {
    const took = results.find((result) => result.name === name)?.cpuSeconds ?? 0;
    const budgetS = cpuBudgetS * slowness;
    if (took <= budgetS) continue;
    const scaled = slowness > 1 ? `, ${slowness.toFixed(2)} times ${cpuBudgetS} s on this slower machine` : '';
    const failure = `${name} took ${took.toFixed(0)} s of processor time, and its budget is ${budgetS.toFixed(0)} s (scripts/testing/test-class.ts${scaled})`;
    record('budget', { passed: 0, failed: 1, skipped: [], failures: [failure] }, 0);
  }
}

function noFile({ name }: TestClass): TestReport {
  return { passed: 0, failed: 1, skipped: [], failures: [`test/${name} has no matching test file`] };
}

function record(
  name: string,
  report: TestReport,
  seconds: number,
  { cpuSeconds = null, costly = [] }: { readonly cpuSeconds?: number | null; readonly costly?: readonly Cost[] } = {},
): void {
  results.push({ name, report, seconds, cpuSeconds, costly });
}

function wantedFiles(className: string): string[] {
  if (!existsSync(join(root, 'test', className))) return [];
  const files = [...new Bun.Glob(`test/${className}/**/*.test.ts`).scanSync({ cwd: root })].sort();
  if (paths.length > 0) return files.filter((file) => paths.some((path) => file.includes(path)));
  return process.env.TEST_CASES === 'all' ? files : files.filter((file) => !nightlyFiles.includes(file));
}

function costText({ file, cpuMs }: Cost): string {
  return `${file.replace(/^test\/[^/]+\//, '').replace('.test.ts', '')} ${(cpuMs / 1000).toFixed(1)} s`;
}

function printSummary(): number {
  const total = sumReports(results.map(({ report }) => report));
  // With a name filter (-t), Bun reports all other tests as skipped; these do not count.
  const skipped = bunArgs.length > 0 ? [] : total.skipped;
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const failure of total.failures) console.log(`failed: ${failure}`);
  console.log('');
  for (const { name, costly } of results) {
    if (listsCosts) for (const cost of costly) console.log(`${name} ${costText(cost)}`);
    else if (costly.length > 1) console.log(`${name}, most processor time: ${costly.map(costText).join(', ')}`);
  }
  for (const { name, report, seconds, cpuSeconds } of results) {
    const cpu = cpuSeconds === null ? '' : `, ${cpuSeconds.toFixed(1)} s of processor time`;
    const skips = report.skipped.length > 0 ? `, ${report.skipped.length} skipped` : '';
    console.log(`${name.padEnd(12)} ${report.passed} passed, ${report.failed} failed${skips} (${seconds.toFixed(1)} s${cpu})`);
  }
  const failed = total.failed + (noSkip ? skipped.length : 0);
  if (noSkip && skipped.length > 0) console.log(`CI_NO_SKIP is set: the ${skipped.length} skipped tests count as failed`);
  const skippedPart = skipped.length > 0 && !noSkip ? `, ${skipped.length} skipped` : '';
  console.log(`${total.passed} passed, ${failed} failed${skippedPart}`);
  return failed > 0 ? 1 : 0;
}
