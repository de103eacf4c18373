import { describe, expect, test } from 'bun:test';
import { canonicalJson } from '../../../src/values/canonical-json.ts';
import { fc } from '../../support/seeded-fast-check.ts';

describe('canonical JSON', () => {
  test('sorts keys at every depth by UTF-16 code units', () => {
    expect(canonicalJson({ b: 1, a: { d: [{ z: 1, y: 2 }], c: null }, B: true, é: 1, '10': 1, '9': 2 })).toBe(
      '{"10":1,"9":2,"B":true,"a":{"c":null,"d":[{"y":2,"z":1}]},"b":1,"é":1}',
    );
    // Sorted by UTF-16 code units, U+FF5E comes after the surrogate pair of an emoji, although its code point is lower.
    expect(canonicalJson({ '～': 1, '😀': 2 })).toBe('{"😀":2,"～":1}');
  });

  test('drops undefined members and keeps places in arrays', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });

  test('keeps a key named __proto__ that JSON.parse made', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"a":2}'))).toBe('{"__proto__":{"a":1},"a":2}');
  });

  test('refuses what JSON has no form for', () => {
    expect(() => canonicalJson({ a: 1n })).toThrow(TypeError);
    expect(() => canonicalJson(() => 1)).toThrow(TypeError);
    expect(() => canonicalJson({ a: Symbol('a') })).toThrow(TypeError);
  });

  test('does not depend on the order in which keys came, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = canonicalJson(value);
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(text);
        expect(JSON.stringify(JSON.parse(text))).toHaveLength(JSON.stringify(value).length);
      }),
    );
  });
});
