import { expect, test } from 'bun:test';
import { asciiJson } from '../../../src/runtime/record/ascii-json.ts';
import { fc } from '../../support/seeded-fast-check.ts';

test('whatever JSON can hold comes back from ASCII on one line, half surrogate pairs included', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text))), (value) => {
      const json = asciiJson(value);
      expect(json).toMatch(/^[\x20-\x7f]*$/);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('single characters on both sides of ASCII', () => {
  expect(asciiJson('\u007f')).toBe('"\u007f"');
  expect(asciiJson('\u0080')).toBe('"\\u0080"');
  expect(asciiJson('é')).toBe('"\\u00e9"');
  expect(asciiJson('\ud83d\ude00')).toBe('"\\ud83d\\ude00"');
});

test('values that JSON cannot express are refused', () => {
  expect(() => asciiJson(undefined)).toThrow(TypeError);
});
