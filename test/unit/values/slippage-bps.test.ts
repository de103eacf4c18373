import { expect, test } from 'bun:test';
import { minOutputAt, parseSlippageBps } from '../../../src/values/slippage-bps.ts';

test.each([
  ['0.5', 50],
  ['0.29', 29],
  ['0', 0],
  ['0.0', 0],
  ['100', 10_000],
  ['100.00', 10_000],
  ['1.239', 123],
  ['3.', 300],
])('%s percent is %i basis points', (text, bps) => {
  expect(parseSlippageBps(text)).toBe(bps);
});

test.each(['', '-1', '100.01', '100.001', '101', '1e1', 'NaN', ' 1', '.', '0x1', '1.2.3'])('%p percent is refused', (text) => {
  expect(() => parseSlippageBps(text)).toThrow(/from 0 to 100/);
});

test('the minimum output is rounded against the trader never, and is at least one unit', () => {
  expect(minOutputAt(1000n, 50)).toBe(995n);
  expect(minOutputAt(999n, 50)).toBe(995n);
  expect(minOutputAt(1000n, 0)).toBe(1000n);
  expect(minOutputAt(1000n, 10_000)).toBe(1n);
  expect(minOutputAt(0n, 50)).toBe(0n);
});
