import { expect, test } from 'bun:test';
import { ticksOfWord } from '../../../../src/platform/chain/uniswap-v4/read-pools.ts';

test('the ticks that a word of a bitmap names, on both sides of 0', () => {
  expect(ticksOfWord(0n, 3, 60)).toEqual([]);
  expect(ticksOfWord(0b101n, 0, 60)).toEqual([0, 120]);
  expect(ticksOfWord(1n << 255n, -1, 10)).toEqual([-10]);
  expect(ticksOfWord(1n, -1, 10)).toEqual([-2_560]);
  expect(ticksOfWord((1n << 255n) | 1n, 2, 1)).toEqual([512, 767]);
});
