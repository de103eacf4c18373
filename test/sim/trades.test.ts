import { describe, expect, test } from 'bun:test';
import { someOf } from '../support/which-cases.ts';
import type { TradesBreakage } from './trades/create-trades-node.ts';
import { simulateTrades } from './trades/simulate-trades.ts';

describe("agents' batches on a chain with faults", () => {
  for (const seed of someOf([1, 2])) {
    test(`every trade has the result that the chain shows (seed ${seed})`, async () => {
      const report = await simulateTrades({ minutes: 14, seed, agents: 36 });
      // Faults must have occurred; otherwise the run would prove nothing.
      for (const trouble of [report.fills, report.batches, report.conflicts]) expect(trouble).toBeGreaterThan(10);
      for (const trouble of [report.reorgs, report.crashes, report.failed, report.returned, report.lanes])
        expect(trouble).toBeGreaterThan(0);
      expect(report.mostInBatch).toBeGreaterThan(5);
      expect(report.quarantines).toBe(0);
    }, 120_000);
  }
});

describe('the simulation of batches notices', () => {
  const broken: { readonly [K in TradesBreakage]: RegExp } = {
    'handed-over-twice': /is in .* and .*/,
    'outcome-is-not-told': /after 60 calm minutes|has no result|of .* fills/,
  };
  for (const [breakage, message] of Object.entries(broken)) {
    test(breakage, async () => {
      const run = simulateTrades({ minutes: 3, seed: 3, agents: 36, broken: breakage as TradesBreakage });
      await expect(run).rejects.toThrow(message);
    }, 120_000);
  }
});
