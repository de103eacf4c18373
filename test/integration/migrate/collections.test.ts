import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { collections } from '../../../src/app/collections.ts';

const root = new URL('../../..', import.meta.url).pathname;
const DECLARED = /\.collection(?:<[^()]*>)?\(([^)]*)\)/g;
/** Adapters of the port, and what takes its specs from the list itself or from those who declare them. */
const NOT_SERVICES = [
  'src/platform/',
  'src/cli/migrate/',
  'src/operator/doctor/',
  'src/market/deferred/deferred-work.ts',
  'src/module/strangers-kinds.ts',
  'src/app/guard-store.ts',
];

test('every collection that the program declares is in the list of what a store holds', async () => {
  const list = await Bun.file(`${root}/src/app/collections.ts`).text();
  const listed = new Set([...list.slice(list.indexOf('= [')).matchAll(/\b[A-Z][A-Z_]+\b/g)].map(([name]) => name));
  const declared: string[] = [];
  for (const folder of ['src', 'actors']) {
    for await (const file of new Glob('**/*.ts').scan(`${root}/${folder}`)) {
      const path = `${folder}/${file}`;
      if (NOT_SERVICES.some((place) => path.startsWith(place))) continue;
      const source = await Bun.file(`${root}/${path}`).text();
      declared.push(...[...source.matchAll(DECLARED)].map(([, spec = '']) => spec));
    }
  }
  expect(declared.length).toBeGreaterThanOrEqual(7);
  expect([...new Set(declared)].sort()).toEqual([...listed].sort());
  expect(new Set(collections.map(({ name }) => name)).size).toBe(listed.size);
});
