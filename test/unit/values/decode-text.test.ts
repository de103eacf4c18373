import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { decodeText } from '../../../src/values/decode-text.ts';

const TEXT = 'time,W\u00c9TH\n';
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 as Windows writes it', utf16],
  ['UTF-16 the other way round', swapped(utf16)],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toMatchObject({ text: TEXT });
});

test.each([
  ['Latin-1', Buffer.from(TEXT, 'latin1'), 'it is not in UTF-8'],
  ['UTF-16 without its mark', Buffer.from('time', 'utf16le'), 'it contains NUL characters, which text never has'],
  ['half a character of UTF-16', utf16.subarray(0, -1), 'it is not in UTF-16LE'],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0]), 'it contains NUL characters, which text never has'],
  ['gzip', gzipSync(TEXT), 'it is compressed with gzip'],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004'), 'it is a spreadsheet'],
])('%s is refused in words', (_, bytes, words) => {
  expect(decodeText(bytes)).toEqual({ problem: expect.stringContaining(words) });
});
