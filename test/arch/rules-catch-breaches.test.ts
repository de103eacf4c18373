import { describe, expect, test } from 'bun:test';
import { checkArchitecture } from './check-architecture.ts';
import type { Exception } from './rules.ts';

function breaches(tree: Record<string, string>, allowed: Exception[] = []): string[] {
  return checkArchitecture(new Map(Object.entries(tree)), allowed).map(({ rule, path, line }) => `${rule} ${path}:${line}`);
}

// Cases for the test of the import rules. Each case contains a file with code that breaks one rule, and the same code in an allowed form.
const imports: [why: string, path: string, breach: string, rule: string, allowed: string][] = [
  ['values stand alone', 'src/values/a.ts', "import '../runtime/b.ts';", 'import', "import './b.ts';"],
  [
    'values use few of Node',
    'src/values/a.ts',
    "import { readFileSync } from 'node:fs';",
    'builtin',
    "import { createHash } from 'node:crypto';",
  ],
  [
    'machines know only values',
    'machines/a.ts',
    "import { b } from '../src/runtime/define-actor.ts';",
    'import',
    "import { b } from '../src/values/b.ts';",
  ],
  ['machines use nothing of Node', 'machines/a.ts', "import { hash } from 'node:crypto';", 'builtin', "import { setup } from 'xstate';"],
  [
    'the runtime knows no actor',
    'src/runtime/a.ts',
    "import type { B } from '../../actors/b.ts';",
    'import',
    "import type { B } from './b.ts';",
  ],
  [
    'the runtime knows no service',
    'src/runtime/a.ts',
    "import type { B } from '../services/b.ts';",
    'import',
    "import { b } from '../values/b.ts';",
  ],
  [
    'the runtime knows no adapter',
    'src/runtime/a.ts',
    "import { b } from '../platform/store/memory/b.ts';",
    'import',
    "import { b } from './actor-store.ts';",
  ],
  [
    'adapters take types of the runtime',
    'src/platform/store/a.ts',
    "import { b } from '../../runtime/tick.ts';",
    'import',
    "import type { B } from '../../runtime/tick.ts';",
  ],
  [
    'adapters stand side by side',
    'src/platform/store/sqlite/a.ts',
    "import { b } from '../../chain/b.ts';",
    'import',
    "import { type B } from '../../chain/b.ts';",
  ],
  [
    'the market takes types of adapters',
    'src/market/tokens/a.ts',
    "import { b } from '../../platform/chain/b.ts';",
    'import',
    "import type { B } from '../../platform/chain/b.ts';",
  ],
  [
    'actors take types of features',
    'actors/a/effects.ts',
    "import { b } from '../../src/features/dca/b.ts';",
    'import',
    "import type { B } from '../../src/features/dca/b.ts';",
  ],
  [
    'features take types of actors',
    'src/features/dca/a.ts',
    "import { b } from '../../../actors/b/actor.ts';",
    'import',
    "import type { B } from '../../../actors/b/actor.ts';",
  ],
  [
    'features stand side by side',
    'src/features/dca/a.ts',
    "import { b } from '../autopilot/b.ts';",
    'import',
    "import type { B } from '../autopilot/b.ts';",
  ],
  ['a module file is for the list', 'src/operator/a.ts', "import { b } from '../features/dca/module.ts';", 'import', ''],
  [
    'routes know no adapter',
    'src/http/a.ts',
    "export { b } from '../platform/store/sqlite/b.ts';",
    'import',
    "import type { B } from '../platform/store/sqlite/b.ts';",
  ],
  [
    'the inspector knows no route',
    'src/inspector/a.ts',
    "import { b } from '../features/dca/b.ts';",
    'import',
    "import { b } from '../http/sse.ts';",
  ],
  [
    'the devnet knows no market',
    'src/devnet/a.ts',
    "import { b } from '../market/tokens/b.ts';",
    'import',
    "import { b } from '../platform/chain/b.ts';",
  ],
  ['only the root joins', 'src/main.ts', "import { b } from './market/tokens/b.ts';", 'import', "import { b } from './app.ts';"],
  ['nothing imports the tests', 'src/runtime/a.ts', "import type { B } from '../../test/support/b.ts';", 'import', ''],
  ['scripts do not either', 'scripts/a.ts', "await import('../test/support/b.ts');", 'import', "await import('../src/devnet/b.ts');"],
  ['every file has a module', 'src/a.ts', 'export const a = 1;', 'module', ''],
  [
    'viem is for chains',
    'src/market/tokens/a.ts',
    "import type { Hex } from 'viem';",
    'vendor',
    "import type { Hex } from '../platform/chain/hex.ts';",
  ],
  ['a vendor by a subpath too', 'src/http/a.ts', "import { mainnet } from 'viem/chains';", 'vendor', "import { t } from 'elysia';"],
  ['a required vendor too', 'src/http/a.ts', "const db = require('mongodb');", 'vendor', ''],
  ['a vendor in a type too', 'src/http/a.ts', "export type A = import('ioredis').Redis;", 'vendor', ''],
  ['Elysia is for routes', 'src/market/tokens/a.ts', "import { Elysia } from 'elysia';", 'vendor', ''],
  ['Croner is for the clock', 'src/runtime/a.ts', "import { Cron } from 'croner';", 'vendor', ''],
  ['SQLite is for its store', 'src/platform/store/a.ts', "import { Database } from 'bun:sqlite';", 'vendor', ''],
  ['pino is for the log', 'src/http/a.ts', "import pino from 'pino';", 'vendor', ''],
  ['XState is for machines and the runtime', 'actors/a/actor.ts', "import { setup } from 'xstate';", 'vendor', ''],
  [
    'BullMQ is for the cluster',
    'src/platform/cache/redis/a.ts',
    "import { Queue } from 'bullmq';",
    'vendor',
    "import { Redis } from 'ioredis';",
  ],
  ['a new vendor is given a place first', 'src/market/tokens/a.ts', "import _ from 'lodash';", 'vendor', ''],
];

describe('an import that breaks a rule is found', () => {
  test.each(imports)('%s', (_why, path, breach, rule, allowed) => {
    expect(breaches({ [path]: breach })).toEqual([`${rule} ${path}:1`]);
    if (allowed !== '') expect(breaches({ [path]: allowed })).toEqual([]);
  });
});

const openEnd = ['TO', 'DO'].join('');
const cast = ['as', 'Address'].join(' ');
const ignore = ['@ts', 'ignore'].join('-');
const expectError = ['@ts', 'expect', 'error'].join('-');
const constructs: [rule: string, path: string, breach: string, allowedPath: string | null][] = [
  ['double cast', 'test/unit/a.ts', 'const a = 1 as unknown as string;', null],
  ['double cast', 'src/http/a.ts', 'const a = (1 as unknown) as string;', null],
  ['non-null', 'src/values/a.ts', 'const a = [1][0]!;', null],
  ['compiler directive', 'src/values/a.ts', `// ${ignore}`, null],
  ['expected type error', 'src/values/a.ts', `// ${expectError}`, 'test/unit/a.ts'],
  ['open end', 'actors/a.ts', `// ${openEnd}: later`, null],
  ['environment', 'src/devnet/a.ts', 'const a = process.env.HOME;', 'src/config.ts'],
  ['environment', 'src/main.ts', 'const a = Bun.env;', 'scripts/a.ts'],
  ['wall clock', 'machines/a.ts', 'const a = Date.now();', 'src/platform/clock/a.ts'],
  ['wall clock', 'machines/a.ts', 'const a = new Date();', 'src/platform/clock/a.ts'],
  ['wall clock', 'src/runtime/a.ts', 'const now = Date.now;', 'src/platform/clock/a.ts'],
  ['wall clock', 'src/market/tokens/a.ts', 'const a = Date.now();', 'test/bench/a.ts'],
  ['stopwatch', 'src/runtime/a.ts', 'const a = performance.now();', 'src/http/a.ts'],
  ['randomness', 'machines/a.ts', 'const a = Math.random();', 'src/platform/a.ts'],
  ['randomness', 'src/runtime/a.ts', 'const a = crypto.randomUUID();', 'src/platform/a.ts'],
  ['timer', 'machines/a.ts', 'setTimeout(() => 1, 1);', 'src/platform/clock/a.ts'],
  ['timer', 'src/runtime/a.ts', 'setInterval(() => 1, 1);', 'src/market/prices/a.ts'],
  ['timer in a test', 'test/unit/a.ts', 'Bun.sleep(1);', 'test/support/wait-for.ts'],
  ['promise', 'machines/a.ts', 'const a = async () => 1;', 'actors/a.ts'],
  ['promise', 'machines/a.ts', "const a = fetch('http://localhost');", 'actors/a.ts'],
  ['plain text', 'src/market/gas/a.ts', 'export type A = { readonly wallet: string | null };', 'src/http/a.ts'],
  ['plain text', 'machines/a.ts', 'const a = (fromToken?: string) => fromToken;', 'src/inspector/a.ts'],
  ['brand', 'src/http/a.ts', `const a = (b: string) => b ${cast};`, 'src/values/address.ts'],
  ['skipped test', 'test/unit/a.ts', "test.skip('a', () => {});", 'test/support/requires.ts'],
  ['skipped test', 'test/unit/a.ts', "describe.only('a', () => {});", null],
];

describe('a construct is found where it is refused, and allowed elsewhere', () => {
  test.each(constructs)('%s in %s: %s', (rule, path, breach, allowedPath) => {
    expect(breaches({ [path]: breach })).toEqual([`${rule} ${path}:1`]);
    if (allowedPath !== null) expect(breaches({ [allowedPath]: breach })).toEqual([]);
  });

  test('a date of a given time does not read the clock', () => {
    expect(breaches({ 'machines/a.ts': 'export const a = (atMs: number) => new Date(atMs);' })).toEqual([]);
  });
});

test('an import cycle is found, through types too, and reported once', () => {
  const tree = {
    'src/values/a.ts': "import { b } from './b.ts';",
    'src/values/b.ts': "import type { C } from './c.ts';",
    'src/values/c.ts': "import './a.ts';",
    'src/values/d.ts': "import './a.ts';",
  };
  expect(breaches(tree)).toEqual(['cycle src/values/a.ts:1']);
});

test('folders that import each other in a cycle are found, through types and subfolders too', () => {
  const tree = {
    'src/market/gas/a.ts': "import type { B } from '../prices/deep/b.ts';",
    'src/market/prices/c.ts': "import { d } from '../routes/d.ts';",
    'src/market/prices/deep/b.ts': 'export type B = 1;',
    'src/market/routes/d.ts': "import type { E } from '../gas/e.ts';",
    'src/market/gas/e.ts': 'export type E = 1;',
  };
  expect(breaches(tree)).toEqual(['folder cycle src/market/gas/:1']);
  // The check for folder cycles ignores imports by module files, and imports between a folder and its own subfolder.
  expect(breaches({ ...tree, 'src/market/prices/c.ts': "import { b } from './deep/b.ts';" })).toEqual([]);
  const { 'src/market/prices/c.ts': joined, ...rest } = tree;
  expect(breaches({ ...rest, 'src/market/prices/module.ts': joined })).toEqual([]);
});

test('a file over 400 lines is found, unless it is generated', () => {
  const text = 'export {};\n'.repeat(401);
  expect(breaches({ 'src/values/a.ts': text })).toEqual(['size src/values/a.ts:400']);
  expect(breaches({ 'src/values/a.generated.ts': text, 'src/values/b.ts': 'export {};\n'.repeat(400) })).toEqual([]);
});

test('a function over 80 lines of its own is found, unless in tests; lines of functions inside it do not count', () => {
  const lines = (count: number) => '  a += 1;\n'.repeat(count);
  const text = (body: string) => `let a = 0;\nexport function b() {\n${body}}\n`;
  expect(breaches({ 'src/values/a.ts': text(lines(79)) })).toEqual(['function size src/values/a.ts:2']);
  expect(breaches({ 'src/values/a.ts': text(lines(78)), 'test/a.ts': text(lines(79)) })).toEqual([]);
  const inner = (count: number) => `${lines(40)}const c = () => {\n${lines(count)}};\n${lines(37)}`;
  expect(breaches({ 'src/values/a.ts': text(inner(78)) })).toEqual([]);
  expect(breaches({ 'src/values/a.ts': text(inner(79)) })).toEqual(['function size src/values/a.ts:43']);
});

test('code for all actor types names none of them', () => {
  const definition = "export const kite = defineActor({\n  type: 'kite',\n});";
  const found = (path: string, text: string) => breaches({ 'actors/kite/actor.ts': definition, [path]: text });
  for (const text of ["const a = 'kite';", 'const a = `kite/7`;', 'const a = id.startsWith("kite/");', '<code>kite/</code>']) {
    for (const path of ['src/operator/a.ts', 'src/inspector/web/pages/a.tsx', 'src/runtime/a.ts'])
      expect(found(path, text)).toEqual([`type name ${path}:1`]);
    expect(found('src/app/a.ts', text)).toEqual([]);
  }
  expect(found('src/operator/a.ts', "// `kite/7` is one\nconst a = 'kites';")).toEqual([]);
});

test('a meaningless name is found', () => {
  for (const path of ['src/values/utils.ts', 'src/market/helpers/a.ts', 'src/http/index.ts', 'src/runtime/types.ts']) {
    expect(breaches({ [path]: '' })).toEqual([`name ${path}:1`]);
  }
  expect(breaches({ 'src/features/reference-data/token-list.ts': '' })).toEqual([]);
});

test('an exception allows one breach in one file, and an unused one is reported', () => {
  const exception = { rule: 'wall clock', path: 'src/runtime/a.ts', reason: 'the test says so' };
  expect(breaches({ 'src/runtime/a.ts': 'Date.now();', 'src/runtime/b.ts': 'Date.now();' }, [exception])).toEqual([
    'wall clock src/runtime/b.ts:1',
  ]);
  expect(breaches({ 'src/runtime/a.ts': '' }, [exception])).toEqual(['exception src/runtime/a.ts:1']);
});
