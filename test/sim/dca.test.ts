import { describe, expect, test } from 'bun:test';
import { someOf } from '../support/which-cases.ts';
import type { DcaBreakage } from './dca/create-dca-node.ts';
import { simulateDca } from './dca/simulate-dca.ts';

describe('DCA on a chain with faults', () => {
  for (const seed of someOf([2, 3])) {
    test(`buys every order once and records it (seed ${seed}; repeat with: npm run test:sim -- --ticks 200 --seed ${seed})`, async () => {
      const report = await simulateDca({ ticks: 200, seed });
      // The run must have contained enough faults. Without them, a passing test would prove nothing.
      for (const trouble of [report.crashes, report.conflicts, report.fills, report.positions]) expect(trouble).toBeGreaterThan(10);
      for (const trouble of [report.reorgs, report.stalls, report.failedOrders, report.lanes]) expect(trouble).toBeGreaterThan(0);
      expect(report.quarantines).toBe(0);
    }, 60_000);
  }

  test('gives the same run for the same seed', async () => {
    const [first, second] = [await simulateDca({ ticks: 30, seed: 5 }), await simulateDca({ ticks: 30, seed: 5 })];
    expect(second).toEqual(first);
  }, 60_000);
});

describe('the simulation of DCA notices', () => {
  /**
   * The removed protections (breakages), each with a seed whose run needs the protection, and the expected error. For example, not every
   * seed has a reorg in blocks that were just read.
   */
  const broken: { readonly [K in DcaBreakage]: readonly [seed: number, message: RegExp] } = {
    'broadcast-before-store': [1, /was mined twice/],
    'fill-is-not-written': [1, /the fill .* is missing/],
    'reorg-is-ignored': [8, /the fill .* is (missing|not on the chain)/],
  };
  for (const [breakage, [seed, message]] of someOf(Object.entries(broken))) {
    test(breakage, async () => {
      expect(await failureOf(simulateDca({ ticks: 120, seed, broken: breakage as DcaBreakage }))).toMatch(message);
    }, 120_000);
  }
});

async function failureOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
