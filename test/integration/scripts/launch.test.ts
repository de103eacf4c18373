import { expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// A stand-in for the service's program: it prints its arguments, counts signals, and drains.
const service = `
const drain = (signal: string) => { console.log('asked by ' + signal); process.exit(Number(process.env.EXIT ?? 0)); };
process.on('SIGINT', () => drain('SIGINT'));
process.on('SIGTERM', () => drain('SIGTERM'));
Bun.serve({ port: 0, fetch: () => new Response('') });
console.log('heap sized for ' + process.env.BUN_JSC_forceRAMSize);
console.log('ready with ' + JSON.stringify(process.argv.slice(2)));`;

// A stand-in for `npm ci` that creates the packages in their usual places.
const npm = `
const fs = require('node:fs');
fs.writeFileSync('npm-args.json', JSON.stringify(process.argv.slice(2)));
if (process.env.NPM_FAILS) process.exit(3);
fs.symlinkSync(${JSON.stringify(`${root}node_modules`)}, 'node_modules');`;

// Script that makes the launcher hang for a moment just after it has started the service, as on a busy machine.
const slowSpawn = `
const childProcess = require('node:child_process');
const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  return child;
};
require('node:module').syncBuiltinESMExports();`;

function project({ installed }: { installed: boolean }): TempFolder {
  const folder = tempFolder();
  mkdirSync(folder.file('scripts'));
  cpSync(`${root}scripts/launch.mjs`, folder.file('scripts/launch.mjs'));
  cpSync(`${root}scripts/launcher`, folder.file('scripts/launcher'), { recursive: true });
  cpSync(`${root}package-lock.json`, folder.file('package-lock.json'));
  mkdirSync(folder.file('src'));
  writeFileSync(folder.file('src/main.ts'), service);
  writeFileSync(folder.file('npm-cli.js'), npm);
  if (installed) symlinkSync(`${root}node_modules`, folder.file('node_modules'));
  return folder;
}

function launch(folder: TempFolder, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn('node', ['scripts/launch.mjs', ...args], {
    cwd: folder.path,
    env: { PATH, npm_execpath: folder.file('npm-cli.js'), ...env },
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  return { child, output: () => output.join(''), ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s to the launcher alone or to its group ends the service once, with 0', async (signal) => {
  using folder = project({ installed: true });
  for (const toGroup of [false, true]) {
    const run = launch(folder, ['start', '--x', 'y z']);
    await waitFor(() => run.output().includes('ready with ["--x","y z"]'), { what: 'the service' });
    process.kill(toGroup ? -(run.child.pid ?? Number.NaN) : (run.child.pid ?? Number.NaN), signal);
    expect(await run.ended).toBe(0);
    expect(run.output()).toContain(`asked by ${signal}`);
  }
});

test("the service's exit code is the launcher's", async () => {
  using folder = project({ installed: true });
  const run = launch(folder, ['start'], { EXIT: '7' });
  await waitFor(() => run.output().includes('ready'), { what: 'the service' });
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(7);
});

test("the service's heap is sized for a small machine, unless the user says otherwise", async () => {
  using folder = project({ installed: true });
  for (const [env, shown] of [
    [{}, String(512 * 1024 * 1024)],
    [{ BUN_JSC_forceRAMSize: '1000000000' }, '1000000000'],
  ] as const) {
    const run = launch(folder, ['start'], env);
    await waitFor(() => run.output().includes('ready'), { what: 'the service' });
    expect(run.output()).toContain(`heap sized for ${shown}\n`);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  }
});

test('a service that starts before the launcher continues is also ended by a signal', async () => {
  using folder = project({ installed: true });
  writeFileSync(folder.file('slow-spawn.cjs'), slowSpawn);
  const run = launch(folder, ['start'], { EXIT: '7', NODE_OPTIONS: `--require ${folder.file('slow-spawn.cjs')}` });
  await waitFor(() => run.output().includes('ready'), { what: 'the service' });
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(7);
});

test('a fresh clone installs first, without install scripts', async () => {
  using folder = project({ installed: false });
  const run = launch(folder, ['start']);
  await waitFor(() => run.output().includes('ready'), { what: 'the service' });
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(JSON.parse(readFileSync(folder.file('npm-args.json'), 'utf8'))).toEqual(expect.arrayContaining(['ci', '--ignore-scripts']));
});

test('nothing is installed when all is there', async () => {
  using folder = project({ installed: true });
  const run = launch(folder, ['demo']);
  expect(await run.ended).toBe(1);
  expect(run.output()).toBe('coxswain: src/cli/demo.ts is not in this checkout\n');
  expect(existsSync(folder.file('npm-args.json'))).toBe(false);
});

test('a failed installation is one clear line', async () => {
  using folder = project({ installed: false });
  const run = launch(folder, ['start'], { NPM_FAILS: '1' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(
    'coxswain: the packages that the service needs could not be installed (npm ci ended with 3; its reason is above)',
  );
});

test('an unknown command names the known ones', async () => {
  using folder = project({ installed: true });
  const run = launch(folder, ['strat']);
  expect(await run.ended).toBe(1);
  expect(run.output()).toStartWith('coxswain: unknown command "strat"; known are start, demo,');
});

test('when npm is killed with -9, the service is asked to stop', async () => {
  using folder = project({ installed: true });
  // A parent process for the launcher that the test can kill, as npm can be killed.
  const parent = spawn('sh', ['-c', 'node scripts/launch.mjs start >out.txt 2>&1 & wait'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', npm_lifecycle_event: 'start' },
  });
  const output = () => readFileSync(folder.file('out.txt'), 'utf8');
  await waitFor(() => output().includes('ready'), { what: 'the service' });
  parent.kill('SIGKILL');
  await waitFor(() => output().includes('asked by SIGTERM'), { what: 'the end of the orphan' });
});
