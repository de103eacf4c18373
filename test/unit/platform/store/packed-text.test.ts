import { expect, test } from 'bun:test';
import { packText, textIfWhole, unpackText } from '../../../../src/platform/store/packed-text.ts';

const record = JSON.stringify({ flights: Array.from({ length: 20 }, (_, nonce) => ({ nonce, raw: '0x02f8' })) });

test('a text is stored packed where that is shorter, and is read back as it was', () => {
  expect(packText(record)).toBeInstanceOf(Uint8Array);
  expect(packText(record).length).toBeLessThan(record.length / 4);
  const noise = Array.from({ length: 300 }, (_, at) => String.fromCharCode(32 + ((at * 7919 * (at + 3)) % 95))).join('');
  for (const text of ['', '{}', noise, record]) expect(unpackText(packText(text))).toBe(text);
});

test('what was stored before is read: texts, and bytes of texts', () => {
  for (const text of ['', record, '(\x7f/ and more']) {
    expect(unpackText(text)).toBe(text);
    expect(unpackText(Buffer.from(text))).toBe(text);
  }
});

test('damaged bytes are an error, or no text where one is not needed', () => {
  const packed = Uint8Array.from(packText(record) as Uint8Array).slice(0, 40);
  expect(() => unpackText(packed)).toThrow();
  expect(textIfWhole(packed)).toBe('');
});
