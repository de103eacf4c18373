import { expect, test } from 'bun:test';
import { minOutputAt, parseSlippageBps } from '../../../src/values/slippage-bps.ts';

test.each([
  ['0.5', 50],
  ['0.29', 29],
  ['0', 0],
  ['0.0', 0],
  ['50', 5_000],
  ['50.00', 5_000],
  ['1.239', 123],
  ['3.', 300],
])('%s percent is %i basis points', (text, bps) => {
  expect(parseSlippageBps(text)).toBe(bps);
});

test.each(['', '-1', '50.01', '50.001', '51', '100', '999', '1e1', 'NaN', ' 1', '.', '0x1', '1.2.3'])('%p percent is refused', (text) => {
  expect(() => parseSlippageBps(text)).toThrow(/from 0 to 50/);
});

test('the minimum output is rounded against the trader never, and is at least one unit', () => {
  expect(minOutputAt(1000n, 50)).toBe(995n);
  expect(minOutputAt(999n, 50)).toBe(995n);
  expect(minOutputAt(1000n, 0)).toBe(1000n);
  expect(minOutputAt(1n, 5_000)).toBe(1n);
  expect(minOutputAt(1000n, 5_000)).toBe(500n);
  expect(minOutputAt(0n, 50)).toBe(0n);
  expect(() => minOutputAt(1000n, 5_001)).toThrow(RangeError);
});
