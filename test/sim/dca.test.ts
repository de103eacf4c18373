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
   * The removed protections (breakages), each with the expected error, and the seed and length of a run that needs the protection. For
   * example, not every run has a reorg in blocks that were just read. When the code draws its random numbers in another order, that run
   * may no longer need it; then one of the next seeds does.
   */
  const broken: { readonly [K in DcaBreakage]: readonly [seed: number, ticks: number, message: RegExp] } = {
    'broadcast-before-store': [1, 120, /was mined twice/],
    'fill-is-not-written': [1, 120, /the fill .* is missing/],
    'reorg-is-ignored': [8, 300, /the fill .* is (missing|not on the chain)/],
  };
  for (const [breakage, [firstSeed, ticks, message]] of someOf(Object.entries(broken))) {
    test(breakage, async () => {
      const failures: string[] = [];
      for (let seed = firstSeed; seed < firstSeed + 12 && !failures.some((failure) => message.test(failure)); seed += 1) {
        failures.push(await failureOf(simulateDca({ ticks, seed, broken: breakage as DcaBreakage })));
      }
      expect(failures.join('\n')).toMatch(message);
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
