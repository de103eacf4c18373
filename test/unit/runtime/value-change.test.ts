import { expect, test } from 'bun:test';
import { changeOf, type ValueChange, withChange } from '../../../src/runtime/record/value-change.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const KEYS = ['amount', 'nonce', '__proto__', 'toString', '1', '', 'b', 'a'];

/** Generates values and new versions of them. A new version shares its unchanged parts with the old one, as after a step of a machine. */
function createMaker(seed: number) {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

  function make(depth: number): unknown {
    const kind = below(depth > 4 ? 5 : 8);
    if (kind === 0) return undefined;
    if (kind === 1) return pick([null, true, 0, -0, 1.5, Number.NaN]);
    if (kind < 5) return pick(['', 'x', 'é\ud800', String(below(1_000))]);
    if (kind < 6) return Array.from({ length: below(5) }, () => make(depth + 1));
    return fromPairs(Array.from({ length: below(5) }, () => [pick(KEYS), make(depth + 1)]));
  }

  function step(value: unknown, depth: number): unknown {
    if (below(6) === 0) return make(depth);
    if (Array.isArray(value)) {
      const kept = value.filter(() => below(8) > 0).map((item) => (below(3) === 0 ? step(item, depth + 1) : item));
      if (below(2) === 0) kept.splice(below(kept.length + 1), 0, make(depth + 1));
      return below(6) === 0 ? kept.reverse() : kept;
    }
    if (typeof value !== 'object' || value === null) return value;
    const pairs = Object.entries(value)
      .filter(() => below(8) > 0)
      .map(([key, member]): [string, unknown] => [key, below(3) === 0 ? step(member, depth + 1) : member]);
    if (below(2) === 0) pairs.push([pick(KEYS), make(depth + 1)]);
    return fromPairs(below(6) === 0 ? pairs.reverse() : pairs);
  }
  return { make, step };
}

/** `fromEntries` defines properties, so that `__proto__` becomes an ordinary key and does not set the prototype. */
function fromPairs(pairs: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(pairs);
}

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('a change applied to the JSON of a value gives the JSON of the next one, its keys in the same order', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { make, step } = createMaker(seed);
      let before: unknown = [make(0), make(0)];
      for (let at = 0; at < 5; at += 1) {
        const after = step(before, 0);
        const change = changeOf(before, after);
        if (change !== null) {
          changes += 1;
          expect(JSON.stringify(withChange(stored(before), stored(change)))).toBe(JSON.stringify(after));
        }
        if (after === undefined) return;
        before = after;
      }
    }),
    { numRuns: 2_000 },
  );
  expect(changes).toBeGreaterThan(1_000);
});

test('writes the changed part of a long list alone: an item that was added, removed, or changed in one member', () => {
  const long = 'f'.repeat(1_000);
  const items = Array.from({ length: 20 }, (_, nonce) => ({ nonce, request: { data: long }, minedIn: null as number | null }));
  const changed = items.map((item) => (item.nonce === 7 ? { ...item, minedIn: 12 } : item));
  for (const after of [[...items, { nonce: 20, request: { data: '' }, minedIn: null }], items.slice(1), changed, changed.slice(3)]) {
    const change = changeOf(items, after);
    expect(JSON.stringify(change).length).toBeLessThan(120);
    expect(withChange(items, change as ValueChange)).toEqual(after);
  }
});

test('nothing in common, another kind of value, or another order of keys is no change of a part', () => {
  class Own {
    readonly a = 1;
  }
  for (const [before, after] of [
    [[1, 2], [3]],
    [{ a: 1 }, { a: 2 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, [1]],
    [new Own(), new Own()],
    [
      { a: 1, toJSON: () => 'x' },
      { a: 1, toJSON: () => 'y' },
    ],
  ]) {
    expect(changeOf(before, after)).toBeNull();
  }
});

test('a stored change that does not fit its value is an error, and no other value', () => {
  expect(() => withChange({ a: 1 }, { a: [[0, 1]] })).toThrow('that is not a list');
  expect(() => withChange([1], { o: ['a', 1] })).toThrow('that is not an object');
  expect(() => withChange({ b: 1 }, { m: ['a', { a: [] }] })).toThrow('that is not a list');
});
