import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { type Service, spawnService } from '../support/spawn-service.ts';
import { tempFolder } from '../support/temp-folder.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/adding-a-module.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n\/\/ (file|line of): (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path = '', code = '']) => ({
  ...{ kind, path, code },
}));
const files = blocks.filter(({ kind }) => kind === 'file');
const lines = blocks.filter(({ kind }) => kind === 'line of');

const folder = tempFolder();
let service: Service;

/** Copies the project, and applies only the steps that docs/adding-a-module.md describes. */
function followPage(): void {
  for (const name of ['src', 'actors', 'machines', 'scripts', 'docs', 'ops', 'package.json', 'tsconfig.json', '.env.example'])
    cpSync(join(root, name), folder.file(name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), folder.file('node_modules'));
  for (const { path, code } of files) {
    mkdirSync(dirname(folder.file(path)), { recursive: true });
    writeFileSync(folder.file(path), code, { flag: 'wx' });
  }
  for (const { path, code } of lines) writeFileSync(folder.file(path), readFileSync(folder.file(path), 'utf8') + code);
}

function run(args: readonly string[], env: Record<string, string> = {}): { readonly exitCode: number; readonly output: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, '--no-env-file', ...args], {
    ...{ cwd: folder.path, stdout: 'pipe', stderr: 'pipe' },
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return { exitCode, output: `${stdout}${stderr}` };
}

async function ask(path: string, method = 'GET'): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${service.url}${path}`, { method });
  return { status: response.status, body: await response.json() };
}

beforeAll(async () => {
  followPage();
  service = await spawnService({ folder: folder.path, env: { DEVNET: '0', TALLY_MOST: '2' } });
}, 120_000);

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test('it takes at most eight new files, and one line in an existing file', () => {
  expect(files.length).toBeGreaterThan(4);
  expect(files.length).toBeLessThanOrEqual(8);
  expect(lines.map(({ path, code }) => [path, code.trim().split('\n').length])).toEqual([['src/modules.ts', 1]]);
  expect([...page.matchAll(/^```ts$/gm)]).toHaveLength(blocks.length);
});

test('its code compiles with the strict settings of the project', () => {
  const include = files.map(({ path }) => path);
  writeFileSync(folder.file('tsconfig.walk.json'), JSON.stringify({ extends: './tsconfig.json', include, exclude: [] }));
  expect(run(['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.walk.json'])).toEqual({ exitCode: 0, output: '' });
}, 240_000);

test('its own test passes', () => {
  const tests = files.flatMap(({ path }) => (path.endsWith('.test.ts') ? [`./${path}`] : []));
  expect(tests).toHaveLength(1);
  expect(run(['test', '--timeout=60000', ...tests])).toMatchObject({ exitCode: 0 });
}, 60_000);

test('its three routes answer, and are in the OpenAPI document under their own tag', async () => {
  const apples = (count: number) => ({ name: 'apples', count, isFull: count === 2 });
  for (const count of [1, 2]) expect(await ask('/tallies/apples', 'POST')).toMatchObject({ status: 200, body: { data: apples(count) } });
  expect((await ask('/tallies/apples', 'POST')).status).toBe(409);
  expect(await ask('/tallies/apples')).toMatchObject({ status: 200, body: { data: apples(2) } });
  expect((await ask('/tallies/pears')).status).toBe(404);
  expect((await ask('/tallies/PEARS')).status).toBe(400);
  expect(await ask('/tallies')).toMatchObject({ status: 200, body: { data: [apples(2)] } });
  const { tags, paths } = v.parse(
    v.object({
      tags: v.array(v.object({ name: v.string(), description: v.string() })),
      paths: v.record(v.string(), v.record(v.string(), v.looseObject({ tags: v.array(v.string()) }))),
    }),
    {
      ...((await ask('/docs/json')).body as object),
    },
  );
  expect(tags).toContainEqual({ name: 'tallies', description: 'Counts under names.' });
  const added = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { tags: own }]) => (own.includes('tallies') ? [`${method} ${path}`] : [])),
  );
  expect(added.toSorted()).toEqual(['get /api/tallies', 'get /api/tallies/{name}', 'post /api/tallies/{name}']);
});

test('readiness has its probe, the metrics its family, and the operator API its actor', async () => {
  expect((await ask('/ready')).body).toMatchObject({ data: { degraded: [{ name: 'tallies', reason: 'Tallies that are full: 1.' }] } });
  const headers = service.asOperator();
  const metrics = await (await fetch(new URL('/metrics', service.url), { headers })).text();
  expect(metrics).toContain('coxswain_tally_notes_total 2\n');
  const why = await fetch(`${service.url}/operator/actors/${encodeURIComponent('tally/apples')}/why`, { headers });
  expect(JSON.stringify(await why.json())).toContain('It is full: 2 were noted.');
});

test('the command line knows its setting and its actor, without running anything of it', () => {
  const env = { DATA_DIR: service.dataDir, DEVNET: '0', TALLY_MOST: '2' };
  expect(run(['src/cli/main.ts', 'config'], env).output).toContain('TALLY_MOST: 2\n');
  const wrong = run(['src/cli/main.ts', 'config'], { ...env, TALLY_MOST: '0' });
  expect(wrong).toMatchObject({
    exitCode: 1,
    output: 'coxswain: TALLY_MOST: "0" is out of range or not a whole number; accepted: 1 to 1000000\n',
  });
  expect(run(['src/cli/main.ts', 'doctor'], env).output).toMatch(/WRONG {2}tallies +1 are full\. Set TALLY_MOST higher\.\n/);
  expect(run(['src/cli/main.ts', 'types', 'list'], env).output).toContain('tally');
  expect(run(['src/cli/main.ts', 'actors', 'show', 'tally/apples'], env).output).toMatch(/"count": 2\b/);
}, 60_000);

test('the pages generated from the list name its setting, its metric and its probe', () => {
  expect(run(['scripts/setting-pages.ts'])).toEqual({ exitCode: 0, output: '' });
  expect(run(['scripts/metric-table.ts'])).toEqual({ exitCode: 0, output: '' });
  expect(readFileSync(folder.file('.env.example'), 'utf8')).toContain('TALLY_MOST=100\n');
  expect(readFileSync(folder.file('docs/settings.md'), 'utf8')).toContain('`TALLY_MOST=100`');
  const observability = readFileSync(folder.file('docs/observability.md'), 'utf8');
  expect(observability).toContain('coxswain_tally_notes_total');
  expect(readFileSync(folder.file('ops/grafana/coxswain-dashboard.json'), 'utf8')).toContain('sum(rate(coxswain_tally_notes_total{');
  expect(observability).toMatch(/`tallies` +\| `degraded` +\| Tallies are full\./);
}, 60_000);
