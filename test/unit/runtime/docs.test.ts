import { beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import { hasAllCases } from '../../support/which-cases.ts';
import { exampleFiles } from './examples.ts';

const root = join(import.meta.dir, '../../..');
const page = readFileSync(join(root, 'docs/runtime.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
  code,
  file: /^\/\/ file: (\S+)\n/.exec(code)?.[1],
}));

/** Runs a program with the current Bun in the folder, and returns its exit code and output. */
function run(folder: string, args: readonly string[]): { readonly exitCode: number; readonly output: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  return { exitCode, output: `${stdout}${stderr}` };
}

/**
 * Writes the code files of docs/runtime.md and the examples of the entry points into a folder with the structure of the project, beside a
 * link to the project's `src`.
 */
function layOut() {
  const folder = tempFolder();
  for (const name of ['src', 'node_modules']) symlinkSync(join(root, name), folder.file(name));
  for (const { code, file = '' } of blocks) {
    mkdirSync(dirname(folder.file(file)), { recursive: true });
    writeFileSync(folder.file(file), code);
  }
  const examples = exampleFiles();
  for (const [file, code] of examples) writeFileSync(folder.file(file), code);
  const include = [...blocks.map(({ file }) => file), ...examples.keys()];
  writeFileSync(folder.file('tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.json'), include, exclude: [] }));
  return folder;
}

beforeAll(() => {
  expect(blocks.length).toBeGreaterThan(3);
});

test('every example of docs/runtime.md names its file', () => {
  expect(blocks.filter(({ file }) => file === undefined)).toEqual([]);
});

test('the examples of docs/runtime.md pass their own tests', () => {
  using folder = layOut();
  const tests = blocks.flatMap(({ file = '' }) => (file.endsWith('.test.ts') ? [`./${file}`] : []));
  expect(tests.length).toBeGreaterThan(1);
  expect(run(folder.path, ['test', '--timeout=60000', ...tests])).toMatchObject({ exitCode: 0 });
}, 60_000);

test('the examples of entry points in the sources run and give the values that they state', () => {
  using folder = layOut();
  const { exitCode, output } = run(folder.path, ['test', '--timeout=60000', './examples.test.ts']);
  expect(output).toMatch(/\b[89] expect\(\) calls/);
  expect(exitCode).toBe(0);
}, 60_000);

// The time limit is long, because the compiler needs many seconds of processor time for these files.
if (hasAllCases) {
  test('the examples of docs/runtime.md and of entry points are typed as strictly as the project', () => {
    using folder = layOut();
    expect(run(folder.path, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', '.'])).toEqual({ exitCode: 0, output: '' });
  }, 180_000);
}
