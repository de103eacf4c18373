import { describe, expect, test } from 'bun:test';
import { hasAllCases, testSeed } from '../support/which-cases.ts';
import { type RouteBreakage, simulateRoutes } from './routes/simulate-routes.ts';

const ORDERS = 2_000;
/** Number of seeds of the nightly run; the usual test run uses only the first seed. */
const seeds = Array.from({ length: hasAllCases ? 20 : 1 }, (_, at) => testSeed + at);

describe('the choice among 20 providers of which some lie', () => {
  for (const seed of seeds) {
    test(`is never worse than an honest one that passed (seed ${seed}; repeat with: npm run test:sim -- --ticks ${ORDERS} --seed ${seed})`, async () => {
      const report = await simulateRoutes({ orders: ORDERS, seed });
      // The run must have contained enough lies, outages and competing sources. Without them, a passing test would prove nothing.
      for (const result of ['refused-at-probe', 'timeout', 'outbid', 'chosen', 'resting', 'shared-choice']) {
        expect(report.results[result] ?? 0).toBeGreaterThan(10);
      }
      expect(Object.keys(report.sent).length).toBeGreaterThan(4);
      expect(report.refusedOrders).toBeLessThan(ORDERS / 10);
    }, 60_000);
  }

  test('is repeated by its seed', async () => {
    expect(await simulateRoutes({ orders: 60, seed: 5 })).toEqual(await simulateRoutes({ orders: 60, seed: 5 }));
  }, 60_000);
});

describe('the simulation of the choice finds out', () => {
  const broken: { readonly [K in RouteBreakage]: RegExp } = {
    'promises-are-believed': /is below the fair price|would have brought/,
    'gas-is-ignored': /would have brought/,
    'first-one-wins': /would have brought/,
  };
  for (const [breakage, message] of Object.entries(broken)) {
    test(breakage, async () => {
      expect(await failureOf(simulateRoutes({ orders: 400, seed: 1, broken: breakage as RouteBreakage }))).toMatch(message);
    }, 60_000);
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
