import { afterAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packClient } from '../../../scripts/client/pack-client.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = tempFolder();
const project = folder.file('project');
afterAll(() => folder[Symbol.dispose]());

async function run(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/** Packs the installed versions of the client's dependencies into tarballs, so that the test needs no package registry. */
async function tarballsOfDependencies(): Promise<readonly string[]> {
  const packed = folder.file('dependencies');
  mkdirSync(packed);
  const names = ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers'];
  await run('npm', ['pack', '--ignore-scripts', '--silent', ...names.map((name) => join(root, 'node_modules', name))], packed);
  return readdirSync(packed).map((name) => join(packed, name));
}

/** Time limit of the test in milliseconds. The test takes ten seconds on an idle machine. */
const PATIENCE_MS = 180_000;

test('the package holds its files, and is small', () => {
  const { bytes, files } = packClient(folder.file('package'));
  expect(files).toBeGreaterThan(10);
  expect(bytes).toBeLessThan(170 * 1024);
});

const what = 'a fresh project installs the package, compiles the examples of its page strictly, and runs them under Node';
test(what, installsAndRuns, PATIENCE_MS);

async function installsAndRuns(): Promise<void> {
  const starting = spawnService({ chain: 'copied', env: { DEVNET_PORT: '0', LOG_LEVEL: 'warn', TICK_INTERVAL_MS: '200' }, until: 'ready' });
  await using service = await starting;
  const { tarball } = packClient(folder.file('package'));

  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'fresh', private: true, type: 'module' }));
  const tarballs = [tarball, ...(await tarballsOfDependencies())];
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], project);
  // The test project contains these two packages itself. They are large, so they are linked instead of installed.
  for (const name of ['viem', '@types/node']) link(name);

  for (const page of ['client', 'build-an-app']) writeFileSync(join(project, `${page}.ts`), programOf(page, service.url));
  const strict = [
    '--strict',
    '--skipLibCheck',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--target',
    'ES2022',
    '--module',
    'NodeNext',
  ];
  await run('node', [join(root, 'node_modules/typescript/bin/tsc'), ...strict, '--types', 'node', 'client.ts', 'build-an-app.ts'], project);

  const { authorization } = service.asOperator();
  const output = await run('node', ['client.js'], project, { OPERATOR_TOKEN: authorization.slice('Bearer '.length) });
  const lines = output.trim().split('\n');
  expect(lines[0]).toBe('positions pending 1 USDC');
  expect(lines).toContain('refused invalid-input 400 true true');
  expect(lines.filter((line) => line.startsWith('quote '))).not.toEqual([]);
  expect(lines.find((line) => line.startsWith('providers '))).toMatch(/^providers [1-9]/);
  expect(lines).toContain('agent true paused');
  expect(lines.at(-1)).toMatch(/^feed [a-z-]+$/);

  const built = (await run('node', ['build-an-app.js'], project)).trim().split('\n');
  expect(built[0]).toMatch(/^best of [2-9] is uniswap-v[234] approve first: true impact: [0-9]+$/);
  expect(built[1]).toMatch(/^swap success [1-9][0-9]+$/);
  expect(built.slice(2)).toEqual(['position done 2 of 2 spent 30000000', 'position cancelled', 'agent 1 watching', 'policy true']);
}

/** Returns the examples of a page of the documentation as one program that uses the service at `url`. */
function programOf(page: string, url: string): string {
  const examples = [...readFileSync(`${root}docs/${page}.md`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(3);
  return examples.join('\n').replaceAll('http://127.0.0.1:5000/api', url);
}

function link(name: string): void {
  mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
}
