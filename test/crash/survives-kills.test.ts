import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { hasAllCases, testSeed } from '../support/which-cases.ts';
import { runCampaign } from './campaign.ts';
import { crashPoints } from './crash-point.ts';
import { type Kill, planKills } from './plan-kills.ts';
import { createSeededRandom } from './seeded-random.ts';

/** The usual test run tests every third named point; the seed determines which ones. */
const points = hasAllCases ? crashPoints : crashPoints.filter((_, at) => at % 3 === testSeed % 3);
/** The test kills once at each of the points and twice at random moments; `npm run test:crash` makes a hundred kills and more. */
const KILLS = points.length + 2;
const SEED = 7;

test(`nothing is lost and nothing done twice through ${KILLS} kills`, async () => {
  using folder = tempFolder();
  const random = createSeededRandom(SEED);
  const report = await runCampaign({
    kills: planKills(KILLS, random, { points }),
    random,
    dataDir: folder.path,
    livePositions: 20,
    agents: { count: 4, runs: 1 },
    orders: [2, 3],
    settleMs: 100_000,
    // The harness causes no trouble on the chain in this test: an agent may need minutes to correct what a reorg removed. `npm run
    // test:crash` tests that.
    hasTroubles: false,
    isCrowd: false,
    isBroken: false,
    say: console.log,
  });
  expect(report.problems).toEqual([]);
  for (const point of points) expect([point, report.killsAt.get(point)]).not.toEqual([point, 0]);
});

// This test checks the crash harness and not the service, so it runs only at night.
if (hasAllCases) {
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
      hasTroubles: false,
      isCrowd: false,
      isBroken: true,
      say: console.log,
    });
    expect(report.killsAt.get('sign:after')).toBeGreaterThan(0);
    expect(report.problems.filter((problem) => problem.startsWith('unknown transaction'))).not.toBeEmpty();
  });
}
