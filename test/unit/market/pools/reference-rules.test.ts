import { expect, test } from 'bun:test';
import { guardRules, priceRules } from '../../../../src/market/pools/reference-rules.ts';

test('pools of every chain but the devnet must have history for the whole window, and never count with the current price', () => {
  for (const chainId of [1, 10, 56, 137, 8453, 42161, 31336, 31338, 11155111]) {
    for (const windowSeconds of [300, 1_800, 86_400]) {
      expect(guardRules(chainId, windowSeconds)).toEqual({ windowSeconds, priceSeconds: windowSeconds, leastSeconds: windowSeconds });
      expect(priceRules(chainId, windowSeconds)).toEqual({ windowSeconds, priceSeconds: 300, leastSeconds: windowSeconds });
    }
    expect(guardRules(chainId).windowSeconds).toBe(1_800);
  }
});

test('pools of the devnet count after 5 minutes, and its prices follow at once', () => {
  expect(guardRules(31337)).toEqual({ windowSeconds: 1_800, priceSeconds: 1_800, leastSeconds: 300 });
  expect(priceRules(31337)).toEqual({ windowSeconds: 1_800, priceSeconds: 0, leastSeconds: 300 });
});
