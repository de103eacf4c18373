import { expect, test } from 'bun:test';
import { hasAllCases } from '../support/which-cases.ts';
import { describePlans, runTokenRound } from './tokens/token-campaign.ts';
import { planToken } from './tokens/token-plan.ts';

/**
 * The seeds create hostile tokens: unusual decimals, calls that burn all gas, fees, rebases, and reentrant calls. This test runs some
 * seeds; `npm run test:hostile` runs two hundred.
 */
const SEEDS = hasAllCases ? [1, 2, 3, 4, 5, 8] : [2, 5, 8];

test(`strangers with hostile tokens delay nobody (seeds ${SEEDS.join(', ')})`, async () => {
  const report = await runTokenRound({ seeds: SEEDS, minutes: 3, patienceMs: 60_000 });
  expect(report.problems, describePlans(SEEDS.map(planToken)).join('\n')).toEqual([]);
  // Strangers and owners must have been active; otherwise the run would prove nothing.
  expect(report.strangers.positions).toBeGreaterThan(SEEDS.length);
  for (const done of [report.victims.orders, report.strangers.agents]) expect(done).toBeGreaterThanOrEqual(4);
  expect(report.victims.trades).toBeGreaterThan(0);
});

test('a seed always gives the same token, and many seeds cover all behaviours', () => {
  expect(planToken(7)).toEqual(planToken(7));
  const plans = Array.from({ length: 200 }, (_, seed) => planToken(seed));
  const all = plans.map(({ what }) => what).join('\n');
  for (const kind of [': 78', ': 500000000', `: ${2n ** 53n - 1n}`, 'bytes32', 'invalid UTF-8', 'control', 'right to left'])
    expect(all).toContain(kind);
  for (const kind of ['burns all gas', 'returns 1 MB', 'reverts with 1 MB', 'returns nothing', 'fromVault', 'outOfVault'])
    expect(all).toContain(kind);
  for (const kind of [
    'fee',
    'rebases up',
    'rebases down',
    'rebases to zero',
    'blocks vaults',
    'blocks owner',
    'reenters',
    'wavers',
    'loses its code',
  ])
    expect(all).toContain(kind);
});
