import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { someOf } from '../support/which-cases.ts';
import { awaitedText, readmeSnippets } from './support/readme-snippets.ts';
import { runToEnd } from './support/run-to-end.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const snippets = readmeSnippets(readme);
const withMark = (mark: string) => snippets.filter((snippet) => snippet.mark === mark).map(({ script }) => script);

// Runs the start command from the README on a free port, in a separate folder, with four ticks a second.
const folder = tempFolder();
const port = await freePort();
const settings = { PORT: String(port), DATA_DIR: folder.path, DEVNET_PORT: '0', TICK_INTERVAL_MS: '250', LOG_LEVEL: 'error' };
let service: ChildProcess | null = null;
let ended: Promise<number | null> = Promise.resolve(null);
let output = '';

beforeAll(async () => {
  const [script = ''] = withMark('start');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('sh', ['-c', `exec ${script}`], { cwd: root, env: { PATH, HOME, ...settings }, detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  ended = new Promise((resolve) => child.once('close', resolve));
  service = child;
  await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok, { what: 'npm start', timeoutMs: 90_000, everyMs: 50 });
}, 100_000);

afterAll(async () => {
  if (service?.pid !== undefined && service.exitCode === null && service.signalCode === null) process.kill(-service.pid, 'SIGTERM');
  await ended;
  folder[Symbol.dispose]();
}, 120_000);

test('every shell block is marked with how it is tested', () => {
  expect(snippets.length).toBeGreaterThan(8);
  expect(snippets.filter(({ mark }) => mark === null || !(['start', 'demo', 'scripts'].includes(mark) || awaitedText(mark)))).toEqual([]);
});

test('npm start shows what the README says', async () => {
  const shown = /```text\n(Coxswain serves[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  await waitFor(() => output.includes('Ctrl-C stops the service'), { what: 'the greeting' });
  const labels = (text: string) => [...text.matchAll(/^(Coxswain serves| {2}\w+)/gm)].map(([, label]) => label);
  expect(labels(output.slice(output.indexOf('Coxswain serves'))).slice(0, 4)).toEqual(labels(shown));
});

const commands = snippets.flatMap(({ mark, script }) => {
  const awaited = awaitedText(mark);
  return awaited === null ? [] : [{ awaited, script }];
});
for (const { awaited, script } of someOf(commands, 4)) {
  test(`gives ${awaited}: ${script.trim().split('\n')[0]}`, async () => {
    const here = script.replaceAll('localhost:5000', `localhost:${port}`);
    const { PATH = '', HOME = '' } = process.env;
    let last = '';
    await waitFor(
      async () => {
        const { code, stdout, stderr } = await runToEnd('sh', ['-e', '-c', here], { PATH, HOME, ...settings });
        last = `${code} ${stdout} ${stderr}`;
        return code === 0 && stdout.includes(awaited);
      },
      { what: awaited, timeoutMs: 30_000, everyMs: 200 },
    ).catch((cause: unknown) => {
      throw new Error(`the snippet gave: ${last}`, { cause });
    });
  });
}

test('every npm script, test class and file that the README names exists', () => {
  const manifest: unknown = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(manifest).toMatchObject({ scripts: Object.fromEntries([...named, 'start', 'test'].map((name) => [name, expect.any(String)])) });
  const places = readme.match(/^(src\/|machines\/|actors\/|scripts\/|test\/)\S*/gm) ?? [];
  const links = [...readme.matchAll(/\]\((docs\/[^)#]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
  expect([...places, ...links, '.env.example'].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  const [tests = ''] = withMark('scripts');
  for (const [, path = ''] of tests.matchAll(/npm test (test\/\S+)/g)) expect(existsSync(`${root}${path}`)).toBe(true);
});

test('Ctrl-C ends npm start with 0', async () => {
  if (service?.pid === undefined) throw new Error('npm start has no process');
  process.kill(-service.pid, 'SIGINT');
  expect(await ended).toBe(0);
  expect(output).toContain('Stopped. The next start continues where this one ended.');
});
