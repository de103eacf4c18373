import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from '../../../src/app/registry.ts';
import { defineModule } from '../../../src/module/module.ts';

const root = join(import.meta.dir, '../../..');
const lines = readFileSync(join(root, 'src/modules.ts'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('export '));

/** All source files that define a module. */
const files = [...new Bun.Glob('src/**/module.ts').scanSync(root)].filter((path) =>
  readFileSync(join(root, path), 'utf8').includes(`${defineModule.name}({`),
);

/** Returns the files that define a module and are missing in the list. */
function leftOut(list: readonly string[]): readonly string[] {
  const taken = list.map((line) => /from '\.\/(.*)';$/.exec(line)?.[1]);
  return files.filter((path) => !taken.includes(path.replace(/^src\//, '')));
}

test('every module is in the list, each in a line of its own', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(leftOut(lines)).toEqual([]);
  expect(lines).toHaveLength(modules.length);
});

test.each(lines)('without %s a module is left out', (line) => {
  expect(leftOut(lines.filter((each) => each !== line))).toHaveLength(1);
});
