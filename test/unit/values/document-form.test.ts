import { expect, test } from 'bun:test';
import {
  digits,
  documentForm,
  integer,
  listOf,
  membersOf,
  nullable,
  objectText,
  oneOf,
  optional,
  recordOf,
  scalar,
  text,
  time,
} from '../../../src/values/document-form.ts';
import type { Json } from '../../../src/values/json.ts';

const form = documentForm<{ readonly id: string; readonly at?: number; readonly end: { readonly hash: string | null } | null }>({
  id: text,
  at: optional(time),
  end: nullable(membersOf<{ readonly hash: string | null }>({ hash: nullable(text) })),
});

test('the first member of another form is named, however deep the fault lies', () => {
  expect(form({ id: 'a', end: null })).toBeNull();
  expect(form({ id: 'a', at: 5, end: { hash: null }, more: 1 })).toBeNull();
  expect(form({ end: null })).toBe('id');
  expect(form({ id: 'a', at: 'then', end: null })).toBe('at');
  expect(form({ id: 'a', end: { hash: 5 } })).toBe('end');
  expect(form({ id: 'a', end: {} })).toBe('end');
  expect(form({ id: 'a' })).toBe('end');
});

test('a member of the prototype is no member', () => {
  expect(documentForm<{ readonly constructor: string }>({ constructor: text })({})).toBe('constructor');
});

const CASES: readonly [string, (value: unknown) => boolean, readonly Json[], readonly Json[]][] = [
  ['digits', digits, ['0', '12345678901234567890'], ['', '-1', '1.5', '0x1', 'x', 5, null]],
  ['integer', integer, [0, -5, 1e30], [1.5, '1', null]],
  ['time', time, [0, 1_764_000_000_000, 8.64e15], [8.7e15, '5', null]],
  ['text of an object', objectText, ['{}', '{"a":1}'], ['[]', 'null', '{', '', 5]],
  ['one of two words', oneOf('buy', 'sell'), ['buy'], ['hold', 5, null]],
  ['list', listOf(text), [[], ['a']], [{}, 'a', ['a', 5], null]],
  ['record', recordOf(scalar), [{}, { a: 1, b: null, c: 'x', d: true }], [{ a: [] }, [], null, 5]],
];

test.each(CASES)('%s', (_, is, yes, no) => {
  for (const value of yes) expect([value, is(value)]).toEqual([value, true]);
  for (const value of no) expect([value, is(value)]).toEqual([value, false]);
});
