import { expect, test } from 'bun:test';
import { checkArchitecture, factsOf } from './check-architecture.ts';
import { projectTree } from './project-tree.ts';
import { exceptions, sizes } from './rules.ts';
import { violationText } from './violation.ts';

const tree = projectTree();
const facts = factsOf(tree);
const written = facts.filter(({ path }) => !path.endsWith('.generated.ts'));

test('the sources follow the rules of the architecture', () => {
  expect(checkArchitecture(tree, exceptions, facts).map(violationText)).toEqual([]);
});

test('nine of ten files of src have few lines', () => {
  const lines = written
    .filter(({ path }) => path.startsWith('src/'))
    .map((file) => file.lines)
    .sort((a, b) => a - b);
  expect(lines[Math.ceil(lines.length * 0.9) - 1]).toBeLessThanOrEqual(sizes.mostOfNineInTen);
});

test('random tests use fast-check with the seed of the run', () => {
  const importing = [...tree].filter(([, text]) => /^import .* from 'fast-check'/m.test(text)).map(([path]) => path);
  expect(importing).toEqual(['test/support/seeded-fast-check.ts']);
});

test('every exception gives its reason', () => {
  for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(10);
});

test('file sizes are reported', () => {
  const long = written.filter(({ lines }) => lines > sizes.aimLines).sort((a, b) => b.lines - a.lines);
  console.log(`${written.length} files, ${long.length} of them over ${sizes.aimLines} lines`);
  for (const { path, lines } of long) console.log(`  ${lines} ${path}`);
  expect(written.length).toBeGreaterThan(0);
});
