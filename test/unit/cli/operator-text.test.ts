import { expect, test } from 'bun:test';
import { describeChanges } from '../../../src/cli/operator/describe-changes.ts';
import { stateText, table, timeText } from '../../../src/cli/table.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { wholeNumber } from '../../../src/cli/whole-number.ts';
import { jsonChanges } from '../../../src/values/json-diff/json-changes.ts';

test('changes are listed by path, including values that are only on one side', () => {
  const before = { a: 1, same: { deep: [1, 2] }, list: [1, 2], gone: null, kind: [], order: [{ id: 'x' }, { id: 'y' }] };
  const after = { a: 2, same: { deep: [1, 2] }, list: [1, 3, 4], made: { 'b c': true }, kind: {}, order: [{ id: 'y' }, { id: 'x' }] };
  expect(describeChanges(jsonChanges(before, after))).toEqual([
    'a: 1 -> 2',
    'list[1]: 2 -> 3',
    'list[2]: (absent) -> 4',
    'gone: null -> (absent)',
    'kind: [] -> {}',
    'order: reordered -> ["y","x"]',
    'made: (absent) -> {"b c":true}',
  ]);
  expect(describeChanges(jsonChanges('a', 'b'))).toEqual(['the whole: "a" -> "b"']);
});

test('an effect that left the outbox is one line, and later effects are not listed as changed', () => {
  const effect = (n: number, attempts: number) => ({ key: `dca-position/x/${n}/0`, name: 'planOrder', attempts });
  const before = { outbox: [effect(3, 1), effect(4, 0)] };
  const after = { outbox: [effect(4, 1)] };
  expect(describeChanges(jsonChanges(before, after))).toEqual([
    'outbox[3/0]: {"key":"dca-position/x/3/0","name":"planOrder","attempts":1} -> (absent)',
    'outbox[4/0].attempts: 0 -> 1',
  ]);
});

test('a long value is cut, and its length shown', () => {
  const [line = ''] = describeChanges(jsonChanges({ raw: null }, { raw: 'x'.repeat(5_000) }));
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
