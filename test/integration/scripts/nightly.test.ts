import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Glob } from 'bun';
import { campaigns } from '../../../scripts/testing/campaigns.ts';
import { nightlyFiles } from '../../../scripts/testing/test-class.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the real nightly script with the test's own campaigns: small programs, each with a declared duration in minutes. */
function runNightly(programs: Record<string, { text: string; minutes: number }>, args: string[]) {
  using folder = tempFolder();
  cpSync(`${root}/scripts`, folder.file('scripts'), { recursive: true });
  const list = Object.entries(programs).map(([name, { text, minutes }]) => {
    writeFileSync(folder.file(`${name}.ts`), text);
    return `{ name: '${name}', entry: '${name}.ts', args: (seed: number) => ['--seed', String(seed)], minutes: ${minutes} }`;
  });
  writeFileSync(folder.file('scripts/testing/campaigns.ts'), `export const campaigns = [${list.join(',')}];`);
  const run = spawnSync(process.execPath, [folder.file('scripts/nightly.ts'), ...args], { encoding: 'utf8' });
  const lines = run.stdout.trimEnd().split('\n');
  return { last: lines.at(-1), lines, exitCode: run.status, error: run.stderr };
}

const holds = { text: 'console.log(process.argv.slice(2).join(" "));', minutes: 1 };
const breaks = { text: 'process.exit(1);', minutes: 1 };

test('each campaign gets the seed, counts as one, and the others run after one that fails', () => {
  const run = runNightly({ first: breaks, second: holds }, ['--seed', '7']);
  expect(run).toMatchObject({ last: '1 passed, 1 failed', exitCode: 1 });
  expect(run.lines).toContain('--seed 7');
  expect(run.lines.join('\n')).toContain('first: FAILED with 1');
});

test('campaigns that do not fit into the time are left out, and reported', () => {
  const run = runNightly({ long: { ...breaks, minutes: 20 }, short: holds }, ['--within', '5', '--seed', '1']);
  expect(run).toMatchObject({ last: '1 passed, 0 failed', exitCode: 0 });
  expect(run.lines.join('\n')).toContain('long: left out, since it takes about 20 minutes');
});

test('a campaign that does not end is killed and fails', () => {
  const run = runNightly({ endless: { text: 'setInterval(() => {}, 1_000);', minutes: 0.002 } }, ['--seed', '1']);
  expect(run).toMatchObject({ last: '0 passed, 1 failed', exitCode: 1 });
  expect(run.lines.join('\n')).toContain('endless: FAILED: it did not end');
});

test('a wrong option says what is taken', () => {
  expect(runNightly({ only: holds }, ['--only', 'other'])).toMatchObject({
    exitCode: 2,
    error: 'nightly: --only accepts a part of the name of a campaign. The campaigns are: only\n',
  });
  expect(runNightly({ only: holds }, ['--within', 'soon'])).toMatchObject({
    exitCode: 2,
    error: 'nightly: --within takes a whole number, not "soon"\n',
  });
});

test('tests with more cases than the gate has time for have all of them in a campaign', () => {
  const paths = campaigns.flatMap(({ args, env }) => (env?.(1).TEST_CASES === 'all' ? args(1) : []));
  const files = [...new Glob('test/**/*.ts').scanSync({ cwd: root })];
  for (const path of paths)
    expect(
      files.filter((file) => file.includes(path) && file.endsWith('.test.ts')),
      path,
    ).not.toEqual([]);
  const withMore = files.filter((file) =>
    /\b(hasAllCases|someOf|nightlyTest)\b.* from '\S*which-cases\.ts'/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(withMore.length).toBeGreaterThan(10);
  expect(withMore.filter((file) => !paths.some((path) => file.includes(path)))).toEqual([]);
});

test('files that the gate leaves out exist, and are in a campaign with all cases', () => {
  const paths = campaigns.flatMap(({ args, env }) => (env?.(1).TEST_CASES === 'all' ? args(1) : []));
  expect(nightlyFiles.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
  expect(nightlyFiles.filter((file) => !paths.some((path) => file.includes(path)))).toEqual([]);
});

test('every campaign of the project has a program', async () => {
  for (const { entry } of campaigns) expect(await Bun.file(`${root}/${entry}`).exists()).toBe(true);
  expect(new Set(campaigns.map(({ name }) => name)).size).toBe(campaigns.length);
});
