import { expect, test } from 'bun:test';
import { exactJsonText, parseExactJson } from '../../../src/values/exact-json.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const numberText = fc.constantFrom('1.10', '1e5', '-0.0', '1461446703485210103287273052203988822378723970341', '0', '-7', '1E-9');
const space = fc.constantFrom('', ' ', '\n', '\t ', '\r\n');

test('every number keeps its digits, wherever in the text it stands', () => {
  const places = [
    (number: string, gap: string) => `${gap}${number}${gap}`,
    (number: string, gap: string) => `[${gap}${number}]`,
    (number: string, gap: string) => `["a",${gap}${number}]`,
    (number: string, gap: string) => `{"a":${gap}${number}${gap}}`,
    (number: string, gap: string) => `{"a":{"b":[{"c":"x"},${gap}${number}]}}`,
  ];
  fc.assert(
    fc.property(fc.constantFrom(...places), numberText, space, (place, number, gap) => {
      expect(exactJsonText(parseExactJson(place(number, gap)))).toBe(place(number, ''));
    }),
  );
});

test('a text without numbers is read like any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, (_key, member: unknown) => (typeof member === 'number' ? String(member) : member));
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseExactJson('{"__proto__":"a","b":[true,null,"1"]}')).toEqual(JSON.parse('{"__proto__":"a","b":[true,null,"1"]}'));
  expect(() => parseExactJson('{"a":}')).toThrow(SyntaxError);
});
