import { expect, test } from 'bun:test';
import { hasAllCases } from '../support/which-cases.ts';
import { attacks, runAttacks } from './http/attack-campaign.ts';

test('strangers who attack over HTTP, one family of attacks at a time, delay nobody', async () => {
  const { all, problems, victims } = await runAttacks({ size: 1, inTurn: false, patienceMs: 60_000 });
  expect(problems).toEqual([]);
  // Each family of attacks must have run and been refused, and the orders of honest owners must have been executed in every minute.
  for (const { name, sent, counts } of all.filter(({ sent }) => sent > 0)) {
    expect([name, sent]).toEqual([name, expect.any(Number)]);
    const refused = [...counts].filter(([status]) => /^4|^503$/.test(status)).reduce((sum, [, count]) => sum + count, 0);
    expect(refused, name).toBeGreaterThan(0);
  }
  expect(all.filter(({ sent }) => sent > 0)).toHaveLength(5);
  expect(victims.orders).toBeGreaterThanOrEqual(12);
  expect(victims.trades).toBeGreaterThan(0);
});

// This test checks the hostile harness and not the service, so it runs only at night.
if (hasAllCases) {
  test('the harness notices a record that grows without limit by merges', async () => {
    const { problems } = await runAttacks({
      size: 1,
      inTurn: true,
      patienceMs: 60_000,
      only: 'merges into one record',
      broken: 'merges-grow',
    });
    expect(problems.join('\n')).toContain('one record has grown');
  });
}

test('every attack has a name of its own', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
});
