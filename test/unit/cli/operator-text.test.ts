import { expect, test } from 'bun:test';
import { describeDifferences, differences } from '../../../src/cli/operator/differences.ts';
import { parseOptions, wholeNumber } from '../../../src/cli/parse-options.ts';
import { stateText, table, timeText } from '../../../src/cli/table.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

test('differences are told by path, with what is only on one side', () => {
  const before = { a: 1, same: { deep: [1, 2] }, list: [1, 2], gone: null, kind: [] };
  const after = { a: 2, same: { deep: [1, 2] }, list: [1, 3, 4], made: { b: true }, kind: {} };
  expect(describeDifferences(differences(before, after))).toEqual([
    'a: 1 -> 2',
    'list.1: 2 -> 3',
    'list.2: (absent) -> 4',
    'gone: null -> (absent)',
    'kind: [] -> {}',
    'made: (absent) -> {"b":true}',
  ]);
  expect(differences(before, structuredClone(before))).toEqual([]);
  expect(describeDifferences(differences('a', 'b'))).toEqual(['(all): "a" -> "b"']);
});

test('a long value is cut, and its length told', () => {
  const [line = ''] = describeDifferences(differences({ raw: null }, { raw: 'x'.repeat(5_000) }));
  expect(line.length).toBeLessThan(260);
  expect(line).toEndWith('... (5002 characters)');
});

test('a table is as wide as its widest cell', () => {
  expect(
    table(
      ['ID', 'STATE'],
      [
        ['a/long-one', 'x'],
        ['b', 'yy'],
      ],
    ),
  ).toEqual(['ID          STATE', 'a/long-one  x', 'b           yy']);
});

test.each([
  ['idle', 'idle'],
  [{ active: 'planning' }, 'active.planning'],
  [{ a: 'b', c: { d: 'e' } }, 'a.b + c.d.e'],
  [null, '-'],
])('the state %p is on one line', (value, text) => {
  expect(stateText(value)).toBe(text);
});

test.each([
  [null, '-'],
  [0, 'now'],
  [1_795_845_077_400, '2026-11-28T05:51:17Z'],
])('the time %p is %p', (ms, text) => {
  expect(timeText(ms)).toBe(text);
});

test.each(['0', '-1', '1.5', 'x', '', '1e3', '9'.repeat(16)])('%p is no revision', (text) => {
  expect(() => wholeNumber('REVISION', text, 1)).toThrow(UsageError);
});

test('an option that a command does not know is a wrong call', () => {
  expect(() => parseOptions(['--nope'], { json: { type: 'boolean' } })).toThrow(UsageError);
  expect(parseOptions(['a', '--json'], { json: { type: 'boolean' } })).toMatchObject({ positionals: ['a'], values: { json: true } });
});
