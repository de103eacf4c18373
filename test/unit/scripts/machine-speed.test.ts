import { describe, expect, test } from 'bun:test';
import { slownessOf, startSpeedProbe } from '../../../scripts/testing/machine-speed.ts';

describe('the factor by which budgets grow', () => {
  test('is 1 on the reference machine and on faster ones', () => {
    expect(slownessOf([10], 10)).toBe(1);
    expect(slownessOf([4, 5, 6], 10)).toBe(1);
  });

  test('is the median of the probes over the reference on slower ones, so that one stall changes nothing', () => {
    expect(slownessOf([15, 14, 900], 10)).toBe(1.5);
  });

  test('is 1 without a probe', () => {
    expect(slownessOf([], 10)).toBe(1);
  });

  test('is measured on this machine', () => {
    const probe = startSpeedProbe();
    probe.stop();
    expect(probe.slowness()).toBeGreaterThanOrEqual(1);
  });
});
