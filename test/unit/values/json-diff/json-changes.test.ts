import { expect, test } from 'bun:test';
import type { Json } from '../../../../src/values/json.ts';
import { isEqual } from '../../../../src/values/json-diff/is-equal.ts';
import { jsonChanges } from '../../../../src/values/json-diff/json-changes.ts';
import { fc } from '../../../support/seeded-fast-check.ts';
import { applyChanges } from './apply-changes.ts';

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const { value: json } = fc.letrec<{ value: Json; entries: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', ''), fc.string()), tie('value'), { maxKeys: 5 }),
    tie('entries'),
  ),
  entries: fc.uniqueArray(fc.record({ key: fc.constantFrom('k1', 'k2', 'k3', 'k4'), name: tie('value') }), {
    selector: ({ key }) => key,
    maxLength: 4,
  }),
}));

test('applying what differs to one value gives the other', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(isEqual(applyChanges(one, jsonChanges(one, other)), other)).toBe(true);
    }),
    {
      numRuns: 2_000,
      // Example of a difficult case: one entry was changed, and another entry was added before it, at the index that the changed entry had
      // before.
      examples: [
        [
          ['', 0, false, '', null],
          [false, [], [], false, null],
        ],
      ],
    },
  );
});

test('a value differs from itself in nothing, and any two unequal ones in something', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(jsonChanges(one, structuredClone(one))).toEqual([]);
      expect(jsonChanges(one, other).length === 0).toBe(isEqual(one, other));
    }),
  );
});

test('lists of plain values show what came and what went, and not a shift of all that is between', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 3, maxLength: 16 }), (ids) => {
      const changes = jsonChanges(ids.slice(0, -1), ids.slice(1));
      expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added']);
    }),
  );
});

test('outbox entries are matched by their key', () => {
  const before = [
    { key: 'a/1/0', name: 'plan', attempts: 0 },
    { key: 'a/2/0', name: 'send', attempts: 1 },
  ];
  const after = [
    { key: 'a/2/0', name: 'send', attempts: 2 },
    { key: 'a/3/0', name: 'look', attempts: 0 },
  ];
  expect(jsonChanges({ outbox: before }, { outbox: after })).toEqual([
    { kind: 'removed', path: ['outbox', { by: 'key', is: 'a/1/0' }], before: { key: 'a/1/0', name: 'plan', attempts: 0 } },
    { kind: 'changed', path: ['outbox', { by: 'key', is: 'a/2/0' }, 'attempts'], before: 1, after: 2 },
    { kind: 'added', path: ['outbox', { by: 'key', is: 'a/3/0' }], after: { key: 'a/3/0', name: 'look', attempts: 0 } },
  ]);
});

test('one item of a list of objects is a change inside it', () => {
  expect(jsonChanges([{ x: 1, y: 1 }, { x: 2 }], [{ x: 1, y: 5 }, { x: 2 }])).toEqual([
    { kind: 'changed', path: [0, 'y'], before: 1, after: 5 },
  ]);
});

test('ten thousand keys, megabytes of text, long lists and deep nesting are compared too', () => {
  const wide = (salt: number) => Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, { n: i + salt }]));
  const long = (salt: number) => Array.from({ length: 20_000 }, (_, i) => ({ atMs: i + salt }));
  const text = 'x'.repeat(5_000_000);
  let [deep, deeper]: [Json, Json] = [1, 2];
  for (let i = 0; i < 50_000; i += 1) [deep, deeper] = [{ d: deep }, { d: deeper }];
  expect(jsonChanges(wide(0), wide(1))).toHaveLength(10_000);
  expect(jsonChanges({ text: `${text}a` }, { text: `${text}b` })).toHaveLength(1);
  expect(jsonChanges(long(0), long(1)).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect(jsonChanges(long(0), long(1_000_000))).toHaveLength(20_000);
  expect(jsonChanges(deep, deeper)).toHaveLength(1);
});
