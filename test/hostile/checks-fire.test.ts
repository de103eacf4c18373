import { expect, test } from 'bun:test';
import { hasAllCases, nightlyTest } from '../support/which-cases.ts';
import { type BreakageName, breakages } from './breakages.ts';
import { runTokenRound } from './tokens/token-campaign.ts';
import { planToken } from './tokens/token-plan.ts';

/** Removed protections of the token handling, each with a seed whose hostile token makes use of the missing protection. */
const ofTokens: readonly (readonly [broken: BreakageName, seed: number, decimals: string])[] = [['one-fails-all', 3, 'decimals: reverts']];

// This test checks the hostile harness and not the service, so it runs only at night.
for (const [broken, seed, decimals] of hasAllCases ? ofTokens : []) {
  test(`the harness notices a service without its protection: ${broken}`, async () => {
    expect(planToken(seed).what).toContain(decimals);
    const report = await runTokenRound({ seeds: [seed], minutes: 2, patienceMs: 6_000, broken });
    expect(report.problems.join('\n')).toMatch(/is not found|has bought/);
  });
}

nightlyTest(
  'an event of a stranger that cannot be processed is postponed: it is shown, tried again, removed after the fix, and delays nobody',
  async () => {
    const report = await runTokenRound({ seeds: [3], minutes: 3, patienceMs: 60_000, broken: 'some-are-put-aside' });
    expect(report.problems).toEqual([]);
    expect(report.victims.orders).toBeGreaterThan(0);
  },
);

test('every breakage still has something to break', async () => {
  for (const { file, from } of Object.values(breakages)) expect(await Bun.file(file).text()).toContain(from);
});
