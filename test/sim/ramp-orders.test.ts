import { expect, test } from 'bun:test';
import { hasAllCases, testSeed } from '../support/which-cases.ts';
import { simulateRampOrders } from './ramp-orders/simulate-ramp-orders.ts';

const KILLS = hasAllCases ? 100 : 12;

test(`orders have the provider's last status and each change is told once, over ${KILLS} kills on two nodes`, async () => {
  const steps = new Set<string>();
  let kills = 0;
  for (let seed = testSeed; kills < KILLS; seed += 1) {
    const report = await simulateRampOrders({ orders: 6, seed });
    for (const step of report.steps) steps.add(step);
    kills += report.kills;
  }
  // The run must have killed processes at different steps. Otherwise it would prove nothing.
  expect(steps.size).toBeGreaterThan(hasAllCases ? 10 : 4);
}, 120_000);
