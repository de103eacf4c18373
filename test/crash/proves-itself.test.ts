import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { runCampaign } from './campaign.ts';
import type { Kill } from './plan-kills.ts';
import { createSeededRandom } from './seeded-random.ts';

const kill: Kill = { at: { kind: 'point', point: 'sign:after', hit: 1 }, downfall: 'service', chain: 'service', entry: 'harness' };

test('the harness notices a build that broadcasts before it stores', async () => {
  using folder = tempFolder();
  const report = await runCampaign({
    kills: [kill, kill],
    random: createSeededRandom(7),
    dataDir: folder.path,
    livePositions: 4,
    agents: { count: 0, runs: 0 },
    orders: [2, 2],
    settleMs: 100_000,
    isBroken: true,
    say: console.log,
  });
  expect(report.killsAt.get('sign:after')).toBeGreaterThan(0);
  expect(report.problems.filter((problem) => problem.startsWith('unknown transaction'))).not.toBeEmpty();
});
