import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { country, countryCodes } from '../../../../src/features/ramps/routes/country.ts';

test('every assigned code of ISO 3166-1 is a country, and Kosovo', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  expect(countryCodes.size).toBe(249 + 1);
  for (const code of countryCodes) expect([code, names.of(code)]).toEqual([code, expect.any(String)]);
  expect(v.parse(country, 'de')).toBe('DE');
});

test.each(['UK', 'ZZ', 'EU', 'XX', 'DEU', 'D', '', '\u00c4T', 49, null])('%p is not a country', (code) => {
  expect(v.is(country, code)).toBe(false);
});
