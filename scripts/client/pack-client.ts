import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { array, number, object, parse, record, string } from 'valibot';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NAME = '@coxswain/client';
const OLDEST_NODE = '>=20.3';
const DEPENDENCIES = ['eventsource-parser', 'openapi-fetch'] as const;
const TYPES = 'api-types.generated';

const manifestSchema = object({ version: string(), license: string(), dependencies: record(string(), string()) });
const packedSchema = array(object({ filename: string(), size: number(), unpackedSize: number(), entryCount: number() }));

export type PackedClient = { readonly tarball: string; readonly bytes: number; readonly unpackedBytes: number; readonly files: number };

/**
 * Empties a folder, compiles the client in src/client into it as an npm package, and packs the package there. Nothing is published.
 *
 * @throws Error when TypeScript or npm fails
 */
export function packClient(folder: string): PackedClient {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'src/client', '--outDir', join(folder, 'dist')], root);
  for (const name of readdirSync(join(folder, 'dist')).filter((file) => file.endsWith('.d.ts'))) {
    const path = join(folder, 'dist', name);
    // Replaces the `.ts` endings of imports in declaration files (`.d.ts`) by `.js`. TypeScript rewrites these endings in JavaScript output
    // only.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from\s+['"]\.\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
  // The generated type file is copied unchanged, because the TypeScript compiler would change its indentation.
  copyFileSync(join(root, `src/client/${TYPES}.ts`), join(folder, `dist/${TYPES}.d.ts`));
  // Links from the client's page to other pages of the docs are removed, because the package does not contain those pages.
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8').replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
  writeFileSync(join(folder, 'README.md'), page);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const [packed] = parse(packedSchema, JSON.parse(run('npm', ['pack', '--json', '--silent'], folder)));
  if (packed === undefined) throw new Error('npm packed nothing');
  return {
    tarball: join(folder, packed.filename),
    ...{ bytes: packed.size, unpackedBytes: packed.unpackedSize, files: packed.entryCount },
  };
}

function manifest() {
  const { version, license, dependencies } = parse(manifestSchema, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const entry = { types: './dist/coxswain.d.ts', default: './dist/coxswain.js' };
  return {
    ...{ name: NAME, version, license, description: 'Typed client of a Coxswain service, for Bun, Node and browsers.' },
    ...{ type: 'module', sideEffects: false, engines: { node: OLDEST_NODE } },
    ...{ main: entry.default, types: entry.types, exports: { '.': entry }, files: ['dist'] },
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
  };
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
