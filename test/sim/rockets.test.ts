import { describe, expect, test } from 'bun:test';
import { someOf } from '../support/which-cases.ts';
import { type RocketBreakage, simulateRockets } from './rockets/simulate-rockets.ts';

describe('rockets and points on two nodes with faults', () => {
  for (const seed of someOf([21, 22, 23])) {
    test(`give what the rules allow, to the point (seed ${seed}; the whole: bun test/sim/rockets/run.ts --seed ${seed})`, async () => {
      const report = await simulateRockets({ rockets: 20, days: 12, seed });
      // The run must have contained enough faults. Without them, a passing test would prove nothing.
      for (const trouble of [report.claims, report.refused, report.trades, report.crashes, report.unanswered, report.changes])
        expect(trouble).toBeGreaterThan(10);
    }, 60_000);
  }

  test('give the same run for the same seed', async () => {
    const options = { rockets: 6, days: 4, seed: 5 };
    expect(await simulateRockets(options)).toEqual(await simulateRockets(options));
  }, 60_000);
});

describe('the simulation of rockets notices', () => {
  const broken: { readonly [K in RocketBreakage]: RegExp } = {
    'claims-have-no-key': /the ledger has \d+ points/,
    'award-is-forgotten': /the ledger has \d+ points/,
    'cap-is-ignored': /the ledger has \d+ points/,
  };
  for (const [breakage, message] of Object.entries(broken)) {
    test(breakage, async () => {
      const run = simulateRockets({ rockets: 12, days: 6, seed: 1, broken: breakage as RocketBreakage });
      await expect(run).rejects.toThrow(message);
    }, 60_000);
  }
});
