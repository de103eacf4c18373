import { expect, test } from 'bun:test';
import { validatePolicy } from '../../../../src/features/autopilot/validate-policy.ts';
import { canonicalJson } from '../../../../src/values/canonical-json.ts';
import { fc } from '../../../support/seeded-fast-check.ts';
import { document, NOW } from './sample-policy.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const paths = pathsOf(document, []);

test('any JSON is either refused or accepted unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (input) => holds(input)),
    { numRuns: 1_000 },
  );
});

test('a valid document with any value in one or two places is refused, or accepted unchanged', () => {
  const change = fc.record({ path: fc.constantFrom(...paths), value: fc.oneof(fc.jsonValue(), fc.constantFrom(...awkward)) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      let input: unknown = document;
      for (const { path, value } of changes) input = replaced(input, path, value);
      holds(input);
    }),
    { numRuns: 1_000 },
  );
});

const awkward = [
  -0,
  1e308,
  2 ** 53,
  '',
  '0',
  'constructor',
  '__proto__',
  asJson(JSON.parse('{"__proto__": {"ok": true}}')),
  [[]],
  [null],
  {},
];

function holds(input: unknown): void {
  const result = validatePolicy(input, { nowMs: NOW });
  if (result.ok) {
    expect(canonicalJson(result.policy)).toBe(canonicalJson(lowered(input)));
    // A policy that the validation has accepted must be accepted again, with an unchanged result.
    const again = validatePolicy(result.policy, { nowMs: NOW });
    expect(again.ok && canonicalJson(again.policy)).toBe(canonicalJson(result.policy));
    return;
  }
  expect(result.problems.length).toBeGreaterThan(0);
  expect(result.problems.length).toBeLessThanOrEqual(100);
  for (const { code, message } of result.problems) {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(message.length).toBeGreaterThan(0);
    expect(message.length).toBeLessThan(500);
  }
}

/** Converts all addresses in a value to lowercase. */
function lowered(value: unknown): unknown {
  if (typeof value === 'string') return /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, lowered(member)]));
}

/** Returns the paths of all fields of a document, as lists of keys. */
function pathsOf(value: unknown, path: readonly string[]): string[][] {
  const here = path.length === 0 ? [] : [[...path]];
  if (typeof value !== 'object' || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function replaced(target: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof target !== 'object' || target === null) return target;
  if (Array.isArray(target)) return target.map((item, index) => (String(index) === key ? replaced(item, rest, value) : item));
  return { ...target, [key]: replaced(Reflect.get(target, key), rest, value) };
}
