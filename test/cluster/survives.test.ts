import { expect, test } from 'bun:test';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { requires } from '../support/requires.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type DisturbanceName, runClusterCampaign } from './campaign.ts';

const SEED = 5;
const PLAN: readonly DisturbanceName[] = [
  'kill -9 of a node',
  'a frozen node',
  'Redis restarted',
  'kill -9 of a node',
  'MongoDB frozen',
  'nodes replaced one by one',
];

requires('mongodb', 'redis')('three nodes', () => {
  test('lose nothing and do nothing twice through what happens to clusters', async () => {
    using folder = tempFolder();
    const report = await runClusterCampaign({
      folder: folder.path,
      nodes: 3,
      positions: 6,
      orders: [2, 3],
      random: createSeededRandom(SEED),
      plan: PLAN,
      shorten: 4,
      settleMs: 90_000,
      say: console.log,
    });
    expect(report.problems).toEqual([]);
    expect([...report.injected.values()].reduce((sum, count) => sum + count, 0)).toBe(PLAN.length);
  });
});
