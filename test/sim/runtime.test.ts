import { describe, expect, test } from 'bun:test';
import { someOf } from '../support/which-cases.ts';
import { type Breakage, simulateRuntime } from './runtime/simulate-runtime.ts';

describe('a two-node system with faults', () => {
  for (const seed of someOf([11, 12, 13])) {
    test(`keeps every promise (seed ${seed}; repeat with: npm run test:sim -- --ticks 400 --seed ${seed})`, async () => {
      const report = await simulateRuntime({ ticks: 400, seed });
      // Faults must have occurred; otherwise the run would prove nothing.
      for (const trouble of [report.crashes, report.conflicts, report.payments, report.commands]) expect(trouble).toBeGreaterThan(10);
    });
  }

  test('gives the same run for the same seed', async () => {
    const [first, second] = [await simulateRuntime({ ticks: 60, seed: 5 }), await simulateRuntime({ ticks: 60, seed: 5 })];
    expect(second).toEqual(first);
    expect(await simulateRuntime({ ticks: 60, seed: 6 })).not.toEqual(first);
  });
});

describe('the simulation notices', () => {
  const broken: { readonly [K in Breakage]: RegExp } = {
    'effect-is-not-looked-up': /reached the outside twice|paid its order/,
    'repeat-has-a-new-id': /was applied twice/,
    'store-has-no-fence': /went from revision|reached the outside|applied twice/,
  };
  for (const [breakage, message] of someOf(Object.entries(broken))) {
    test(breakage, async () => {
      expect(await failureOf(simulateRuntime({ ticks: 400, seed: 1, broken: breakage as Breakage }))).toMatch(message);
    });
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
