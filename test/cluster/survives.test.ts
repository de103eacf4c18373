import { expect, test } from 'bun:test';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { requires } from '../support/requires.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type DisturbanceName, runClusterCampaign } from './campaign.ts';
import { reportTable } from './report-table.ts';

const SEED = 5;
/** The disturbance that nobody may notice comes first, so that no earlier outage excuses anything. */
const PLAN: readonly DisturbanceName[] = [
  'nodes replaced one by one',
  'kill -9 of a node',
  'line to MongoDB silent',
  'a frozen node',
  'MongoDB stopped, started',
  'Redis restarted',
  'kill -9 of a node',
  'MongoDB frozen',
  'line to MongoDB cut',
];

requires('mongodb', 'redis')('three nodes', () => {
  test('lose nothing, do nothing twice and are not late through what happens to clusters', async () => {
    using folder = tempFolder();
    const report = await runClusterCampaign({
      folder: folder.path,
      nodes: 3,
      positions: 6,
      orders: [2, 3],
      agents: { count: 4, runs: 1 },
      tickMs: 2_000,
      calmMs: [500, 2_000],
      random: createSeededRandom(SEED),
      plan: PLAN,
      shorten: 6,
      settleMs: 120_000,
      say: console.log,
    });
    console.log(`\n${reportTable(report.injected, report.punctuality)}`);
    expect(report.problems).toEqual([]);
    expect(report.injected.reduce((sum, { times }) => sum + times, 0)).toBe(PLAN.length);
    // The checks had orders to check.
    expect(report.punctuality.seen.get('nodes replaced one by one')?.orders).toBeGreaterThan(0);
    expect(report.numbers['of these sent to another node']).toBeGreaterThan(0);
  });
});
