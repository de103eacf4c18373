import { expect, test } from 'bun:test';
import { plainText } from '../../../../src/features/channels/plain-text.ts';

test('ordinary text stays as it is', () => {
  for (const text of ['Bought 2.5 USDC for 0.001 WETH (fee 1.2 %). A price was reached.', 'Käufe: 3', ''])
    expect(plainText(text, 200)).toBe(text);
});

test('links, mentions and commands of strangers are no longer any', () => {
  for (const text of [
    ...[
      'Claim at https://evil.example/x',
      'evil.example',
      'www.evil.example',
      't.me/evil',
      'Evil.EXAMPLE',
      'xn--evl-gma.example',
      '1inch.io',
    ],
    ...['@everyone', 'a@evil.example', '/start now', 'http://1.2.3.4/', 'Claim at 1.2.3.4:8080'],
  ]) {
    const plain = plainText(text, 200);
    expect(plain).not.toMatch(/https?:\/\/|[\p{L}\p{N}]\.\p{L}|@[\p{L}\p{N}]|(^|\s)\/[\p{L}]|(\d+\.){3}\d/u);
    expect(plain.replaceAll('\u2060', '')).toBe(text);
  }
});

test('control, direction and invisible characters become spaces, and long text is cut between characters', () => {
  expect(plainText('a\r\nBcc: b\u0000\u202Ec\u200Bd\u2028e', 200)).toBe('a Bcc: b c d e');
  expect(plainText('x'.repeat(500), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(plainText('💥'.repeat(20), 10)).toMatch(/^(💥){4}…$/u);
});
