import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nightlyFiles } from '../../../scripts/testing/test-class.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));

/**
 * Runs the real test runner on test files that the test writes and, if present, with a `verify` script. Returns the printed lines and the
 * exit code.
 */
function runTests(
  files: Record<string, string>,
  args: string[] = [],
  env: Record<string, string> = {},
  verify?: string,
  cpuBudgetS?: number,
) {
  using folder = tempFolder();
  cpSync(scripts, folder.file('scripts'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(folder.file(path)), { recursive: true });
    writeFileSync(folder.file(path), `import { describe, expect, test } from 'bun:test';\n${text}`);
  }
  if (verify !== undefined) writeFileSync(folder.file('scripts/verify.ts'), verify);
  if (cpuBudgetS !== undefined) {
    const path = folder.file('scripts/testing/test-class.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/cpuBudgetS: \d+/g, `cpuBudgetS: ${cpuBudgetS}`));
  }
  const { PATH = '' } = process.env;
  const run = spawnSync(process.execPath, [folder.file('scripts/test.ts'), ...args], { encoding: 'utf8', env: { PATH, ...env } });
  const lines = run.stdout.trimEnd().split('\n');
  return { last: lines.at(-1), lines, exitCode: run.status };
}

const passing = "test('holds', () => expect(1).toBe(1));";
const failing = "test('breaks', () => expect(1).toBe(2));";
const skipping = "describe.skip('the cache [needs redis-server]', () => test('keeps', () => {}));";

test('all classes run, and the last line counts them', () => {
  const run = runTests({ 'test/unit/a.test.ts': passing + passing, 'test/e2e/b.test.ts': passing, 'test/bench/c.test.ts': failing });
  expect(run).toMatchObject({ last: '3 passed, 0 failed', exitCode: 0 });
});

test('a failure in any class fails the run, and the others still run', () => {
  const run = runTests({ 'test/unit/a.test.ts': failing, 'test/e2e/b.test.ts': passing });
  expect(run).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
  expect(run.lines).toContain('failed: test/unit/a.test.ts > breaks');
});

test('a skip is counted and its reason printed', () => {
  const run = runTests({ 'test/unit/a.test.ts': passing + skipping });
  expect(run).toMatchObject({ last: '1 passed, 0 failed, 1 skipped', exitCode: 0 });
  expect(run.lines).toContain('skipped: test/unit/a.test.ts > the cache [needs redis-server] > keeps');
});

test('with CI_NO_SKIP a skip is a failure', () => {
  const run = runTests({ 'test/unit/a.test.ts': passing + skipping }, [], { CI_NO_SKIP: '1' });
  expect(run).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
});

test.each(['arch', 'hostile'])('in %s, a file that does not load, ends its process, or has no test is a failure', (name) => {
  const good = { [`test/${name}/a.test.ts`]: passing };
  expect(runTests({ ...good, [`test/${name}/b.test.ts`]: "throw new Error('no');" })).toMatchObject({
    last: '1 passed, 1 failed',
    exitCode: 1,
  });
  expect(runTests({ ...good, [`test/${name}/b.test.ts`]: 'export const a = describe;' })).toMatchObject({
    last: '1 passed, 1 failed',
    exitCode: 1,
  });
  const ends = runTests({ ...good, [`test/${name}/b.test.ts`]: "test('ends', () => process.exit(0));" });
  expect(ends).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
});

test('a file that ends the process which it shares with other files makes their whole process a failure', () => {
  const ends = runTests({ 'test/e2e/a.test.ts': passing, 'test/e2e/b.test.ts': "test('ends', () => process.exit(0));" });
  expect(ends).toMatchObject({ last: '0 passed, 1 failed', exitCode: 1 });
});

test('a class or a file can be named; an empty class is a mistake only when it is named', () => {
  const files = { 'test/unit/a.test.ts': passing, 'test/unit/b.test.ts': failing };
  expect(runTests(files, ['unit', 'unit/a'])).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(runTests(files, ['-t', 'holds'])).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(runTests(files, ['e2e'])).toMatchObject({ last: '0 passed, 1 failed', exitCode: 1 });
  expect(runTests(files, ['no/such/file'])).toMatchObject({ last: '0 passed, 1 failed', exitCode: 1 });
});

test('a file of the nightly run is left out, unless it is named or all cases are wanted', () => {
  const files = { 'test/e2e/a.test.ts': passing, [`${nightlyFiles[0]}`]: passing };
  expect(runTests(files)).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(runTests(files, [`${nightlyFiles[0]}`])).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(runTests(files, [], { TEST_CASES: 'all' })).toMatchObject({ last: '2 passed, 0 failed', exitCode: 0 });
});

test('with --costs each file is listed with its processor time', () => {
  const run = runTests({ 'test/unit/a.test.ts': passing, 'test/unit/b.test.ts': passing }, ['--costs']);
  expect(run).toMatchObject({ last: '2 passed, 0 failed', exitCode: 0 });
  expect(run.lines.filter((line) => /^unit [ab] [0-9.]+ s$/.test(line))).toHaveLength(2);
});

test('verify counts with the tests when it fails, and its lines are shown', () => {
  const files = { 'test/unit/a.test.ts': passing };
  const whole = runTests(files, ['--with-verify'], {}, "console.log('all is well');");
  expect(whole).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(whole.lines).toContain('all is well');
  const broken = runTests(files, ['--with-verify'], {}, "console.log('a type is wrong');\nprocess.exit(1);");
  expect(broken).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
  expect(broken.lines).toContain('a type is wrong');
  expect(broken.lines).toContain('failed: verify');
  expect(runTests(files, [], {}, 'process.exit(1);')).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
});

test('a class that takes more of the processors than its budget fails with the figure, a part of one does not', () => {
  const files = { 'test/unit/a.test.ts': passing };
  const whole = runTests(files, [], {}, undefined, 0);
  expect(whole).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
  expect(whole.lines.join('\n')).toMatch(/failed: unit took \d+ s of processor time, and its budget is 0 s/);
  expect(runTests(files, ['unit/a'], {}, undefined, 0)).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
});
