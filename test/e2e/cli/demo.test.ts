import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { someOf } from '../../support/which-cases.ts';
import { runToEnd } from '../support/run-to-end.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the ids of the processes whose environment or command line contains this folder: the service, and the guard of its chain. */
function processesOf(folder: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((name) => {
    if (!/^[0-9]+$/.test(name)) return false;
    try {
      return (
        readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder) || readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder)
      );
    } catch {
      // A process can end while its files in /proc are read. It is then not counted.
      return false;
    }
  });
}

test('the demo buys three times through a kill -9, proves it, ends with 0, and leaves nothing behind', async () => {
  using folder = tempFolder();
  const { code, stdout, stderr } = await runToEnd('node', ['scripts/launch.mjs', 'demo'], { TMPDIR: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^ {3}order [123] .*100 USDC -> 0\.0333\d+ WETH/gm)).toHaveLength(3);
  expect(stdout).toContain('kill -9');
  expect(stdout.match(/^ {3}ok /gm)).toHaveLength(12);
  expect(stdout).not.toContain('BROKEN');
  expect(stdout).toContain('every order bought once');
  expect(readdirSync(folder.path)).toEqual([]);
  expect(processesOf(folder.path)).toEqual([]);
});

test.each(
  someOf([
    ['while it buys', 'order 1'],
    ['before the service is up', 'The service starts'],
  ]),
)('Ctrl-C %s ends the demo with 130, and leaves nothing behind', async (_, moment) => {
  using folder = tempFolder();
  const { PATH = '' } = process.env;
  const child = spawn('node', ['scripts/launch.mjs', 'demo'], { cwd: root, env: { PATH, TMPDIR: folder.path }, detached: true });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await waitFor(() => output.includes(moment), { what: moment, timeoutMs: 60_000 });
  process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  expect(await ended).toBe(130);
  expect(readdirSync(folder.path)).toEqual([]);
  expect(processesOf(folder.path)).toEqual([]);
});

test('a demo that is killed with -9 leaves no service running', async () => {
  using folder = tempFolder();
  const { PATH = '' } = process.env;
  const env = { PATH, TMPDIR: folder.path };
  const child = spawn(process.execPath, ['--no-install', 'src/cli/demo.ts'], { cwd: root, env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await waitFor(() => output.includes('record'), { what: 'the record', timeoutMs: 60_000 });
  child.kill('SIGKILL');
  await waitFor(() => processesOf(folder.path).length === 0, { what: 'the end of all processes', timeoutMs: 30_000 });
});
