import { describe, expect, test } from 'bun:test';
import { isLarger } from '../../../src/inspector/web/pages/record/is-larger.ts';
import { searchTree } from '../../../src/inspector/web/pages/record/search-tree.ts';
import { keyOf, type OpenNodes, PAGE, revealed, toggled, treeRows, withMore } from '../../../src/inspector/web/pages/record/tree-rows.ts';
import type { Json } from '../../../src/values/json.ts';

const NONE: OpenNodes = new Map();
const manyKeys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`member${index}`, index]));
const names = (root: Json, open: OpenNodes) =>
  treeRows(root, open).map((row) => (row.kind === 'rest' ? `${row.size - row.shown} more` : row.name));

/** Returns nested objects `{ in: { in: ... } }` of the given depth. */
function nested(depth: number): Json {
  let value: Json = { bottom: true };
  for (let level = 0; level < depth; level += 1) value = { in: value };
  return value;
}

describe('a tree of data', () => {
  test('shows the members of the root, and those of what is open, in order', () => {
    const root = { a: 1, b: { c: 2, d: [true, null] }, e: 'x' };
    expect(names(root, NONE)).toEqual(['a', 'b', 'e']);
    const open = toggled(toggled(NONE, 'b'), keyOf(['b', 'd']));
    expect(names(root, open)).toEqual(['a', 'b', 'c', 'd', '0', '1', 'e']);
    expect(treeRows(root, open).map(({ depth }) => depth)).toEqual([0, 0, 1, 1, 2, 2, 0]);
    expect(names(root, toggled(open, 'b'))).toEqual(['a', 'b', 'e']);
  });

  test('shows a big container page by page', () => {
    expect(names(manyKeys, NONE)).toHaveLength(PAGE + 1);
    expect(names(manyKeys, NONE).at(-1)).toBe('9900 more');
    expect(names(manyKeys, withMore(NONE, ''))).toHaveLength(2 * PAGE + 1);
    const inside = { big: manyKeys, after: 1 };
    expect(names(inside, toggled(NONE, 'big')).slice(-2)).toEqual(['9900 more', 'after']);
  });

  test('reads nothing that is closed, however deep, and opens to any depth', () => {
    expect(names(nested(50_000), NONE)).toEqual(['in']);
    let open = NONE;
    for (let depth = 1; depth <= 400; depth += 1) open = toggled(open, keyOf(Array.from({ length: depth }, () => 'in')));
    expect(treeRows(nested(500), open)).toHaveLength(401);
  });

  test('treats names that are special in JavaScript as plain names', () => {
    const root: Json = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "": 3}');
    expect(names(root, toggled(NONE, '__proto__'))).toEqual(['__proto__', 'x', 'constructor', '']);
    const [first, , second] = treeRows(root, NONE);
    expect(first).toMatchObject({ kind: 'container', size: 1 });
    expect(second).toMatchObject({ kind: 'value', value: 3 });
  });

  test('opens far enough to show a member, across pages', () => {
    const root = { list: Array.from({ length: 350 }, (_, index) => ({ index })) };
    const rows = treeRows(root, revealed(root, NONE, ['list', '321', 'index']));
    expect(rows.some((row) => row.kind === 'value' && row.key === keyOf(['list', '321', 'index']))).toBe(true);
    expect(rows.filter((row) => row.kind === 'rest')).toEqual([]);
  });
});

describe('searching a tree', () => {
  test('finds names and values whatever their case, nearest to the root first', () => {
    const root = { deep: { Wallet: 'x' }, wallet: '0xABC', other: 'my WALLET is here' };
    expect(searchTree(root, 'wallet').matches.map(({ path }) => path.join('.'))).toEqual(['wallet', 'other', 'deep.Wallet']);
    expect(searchTree(root, '0xabc').matches).toEqual([{ path: ['wallet'], preview: '0xABC' }]);
    expect(searchTree(root, '  ').matches).toEqual([]);
    expect(searchTree(root, 'nowhere')).toEqual({ matches: [], isCut: false });
  });

  test('stays bounded in what it finds and says so', () => {
    const { matches, isCut } = searchTree(manyKeys, 'member');
    expect(matches).toHaveLength(50);
    expect(isCut).toBe(true);
    expect(searchTree(manyKeys, 'member9999').matches).toHaveLength(1);
  });

  test('finds a match in the middle of a text of megabytes, and shows a part of it', () => {
    const long = `${'a'.repeat(2_500_000)}NEEDLE${'b'.repeat(2_500_000)}`;
    const [match] = searchTree({ long }, 'needle').matches;
    expect(match?.preview).toContain('NEEDLE');
    expect(match?.preview.length).toBeLessThan(100);
  });

  test('goes through data that is nested deeper than the language’s own stack', () => {
    expect(searchTree(nested(3_000), 'bottom').matches).toHaveLength(1);
  });
});

test('the size of data is computed up to a bound, however deep or wide it is', () => {
  expect(isLarger({ a: 'small', b: [1, 2, null] }, 1_000)).toBe(false);
  expect(isLarger({ a: 'x'.repeat(2_000) }, 1_000)).toBe(true);
  expect(isLarger(manyKeys, 1_000)).toBe(true);
  expect(isLarger(nested(50_000), 1_000)).toBe(true);
  expect(isLarger(nested(10), 1_000)).toBe(false);
});
