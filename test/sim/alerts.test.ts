import { describe, expect, test } from 'bun:test';
import { someOf } from '../support/which-cases.ts';
import { type AlertBreakage, simulateAlerts } from './alerts/simulate-alerts.ts';

describe('price alerts on two nodes with faults', () => {
  for (const seed of someOf([31, 32, 33, 34])) {
    test(`fire exactly once, and only at a price that they wait for (seed ${seed})`, async () => {
      const report = await simulateAlerts({ alerts: 100, minutes: 200, seed });
      // The run must have contained enough faults. Without them, a passing test would prove nothing.
      for (const trouble of [report.fired, report.gaps, report.crashes, report.faults]) expect(trouble).toBeGreaterThan(5);
    }, 60_000);
  }
});

describe('the simulation of alerts notices', () => {
  const broken: { readonly [K in AlertBreakage]: RegExp } = {
    'told-without-a-key': /told \d+ times instead of 1/,
    'told-and-forgotten': /told 0 times instead of 1/,
  };
  for (const [breakage, message] of Object.entries(broken)) {
    test(breakage, async () => {
      const run = simulateAlerts({ alerts: 30, minutes: 60, seed: 1, broken: breakage as AlertBreakage });
      await expect(run).rejects.toThrow(message);
    }, 60_000);
  }
});
