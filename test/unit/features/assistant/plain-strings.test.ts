import { expect, test } from 'bun:test';
import { plainString, plainStrings } from '../../../../src/features/assistant/answers/plain-strings.ts';

test('texts at every depth lose what disturbs other texts, and keep lines, joiners and accents', () => {
  expect(plainString('a\nb\u001b[2J\u202ec\u200bd')).toBe('a\nb[2Jcd');
  expect(plainString('é 👩\u200d🚀 你好')).toBe('é 👩\u200d🚀 你好');
  const data = { n: 1, none: null, list: ['x\u2066', { name: '\u0000y' }], is: true };
  expect(plainStrings(data)).toEqual({ n: 1, none: null, list: ['x', { name: 'y' }], is: true });
});
