import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { collections } from '../../../src/app/registry.ts';

const root = new URL('../../..', import.meta.url).pathname;
const DECLARED = /(?:\.collection|createDeferredWork|createDoubtedBlocks)(?:<[^()]*>)?\((?:withoutForm\()?([^),]*)[),]/g;
/**
 * Files in which this test does not look for collections: adapters of the store's port, and code that gets its collections from the list
 * itself or from the modules that declare them.
 */
const NOT_SERVICES = [
  'src/platform/',
  'src/cli/migrate/',
  'src/operator/doctor/',
  'src/market/deferred/deferred-work.ts',
  'src/market/deferred/doubted-blocks.ts',
  'src/module/forget-strangers.ts',
  'src/operator/deferred/deferred-list.ts',
  'src/app/guard-store.ts',
  'src/features/accounts/wallet-records.ts',
];

test('every collection that the program declares is in the list of what a store holds', async () => {
  const declared: string[] = [];
  for (const folder of ['src', 'actors']) {
    for await (const file of new Glob('**/*.ts').scan(`${root}/${folder}`)) {
      const path = `${folder}/${file}`;
      if (NOT_SERVICES.some((place) => path.startsWith(place))) continue;
      const source = await Bun.file(`${root}/${path}`).text();
      declared.push(...[...source.matchAll(DECLARED)].map(([, spec = '']) => spec));
    }
  }
  const listed = collections;
  expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  // Compares the collections that the sources use with those that the modules list. A constant that no module lists is missing in the
  // program's list of collections.
  const sources = await Promise.all(
    ['src/app/registry.ts', ...new Bun.Glob('src/**/module.ts').scanSync(root)].map((path) => Bun.file(`${root}/${path}`).text()),
  );
  const inModules = new Set(sources.flatMap((source) => [...source.matchAll(/\b[A-Z][A-Z_]{2,}\b/g)].map(([name]) => name)));
  expect([...new Set(declared)].filter((name) => !inModules.has(name))).toEqual([]);
  expect(new Set(declared).size).toBe(listed.length);
});
