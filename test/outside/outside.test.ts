import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { runOutsideCampaign } from './campaign.ts';
import { createChainEvents } from './chain-events.ts';
import { allModes } from './modes/all-modes.ts';
import { chainKinds } from './modes/chain-kinds.ts';
import { planChaos } from './plan-chaos.ts';

const SEED = 4;
/**
 * The test uses some modes of each group, without those in which every request hangs. `npm run test:outside` uses all modes, for 2,000
 * minutes.
 */
const MODES = [
  ...['429-seconds', '502-page', 'truncated', 'over-rate', 'pruned', 'logs-empty', 'range-5', 'behind-2', 'other-fork'],
  ...['receipt-null', 'receipt-no-price', 'nonce-stale', 'send-dropped', 'sent-error'],
];

test(`a service whose endpoints misbehave by turns loses, doubles and hides nothing (seed ${SEED})`, async () => {
  using folder = tempFolder();
  const modes = allModes.filter(({ name }) => MODES.includes(name));
  expect(modes).toHaveLength(MODES.length);
  const plan = planChaos(SEED, { minutes: 14, longest: 1, modes, events: ['reorg'] });
  const report = await runOutsideCampaign({ folder: folder.path, seed: SEED, plan, agents: { count: 1, runs: 3 } });
  expect(report.problems).toEqual([]);
  // Owners must have been active; otherwise the run would prove nothing.
  expect(report.numbers['orders executed']).toBeGreaterThan(5);
  expect(report.numbers['trades of agents']).toBeGreaterThan(0);
  expect(report.touched.size).toBeGreaterThanOrEqual(6);
});

test('a seed always gives the same plan, and every mode occurs', () => {
  const options = { minutes: 1_000, longest: 6, modes: allModes, events: ['reorg'] as const };
  const plan = planChaos(7, options);
  expect(plan).toEqual(planChaos(7, options));
  const met = new Set(plan.flatMap(({ modes }) => modes.map((mode) => mode?.name)));
  for (const { name } of allModes) expect(met).toContain(name);
  expect(plan.some(({ event }) => event === 'reorg')).toBe(true);
});

test('every mode has a unique name, there are at least forty, and the table describes each', async () => {
  const names = allModes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
  const table = (await Bun.file(new URL('README.md', import.meta.url)).text()).replaceAll(/ +/g, ' ');
  for (const { name, what } of allModes) expect(table).toContain(`| \`${name}\` | ${what} |`);
  for (const { name, what } of Object.values(chainKinds)) expect(table).toContain(`| \`${name}\` | ${what} |`);
  for (const [name, { what }] of Object.entries(createChainEvents())) expect(table).toContain(`| \`${name}\` | ${what} |`);
});
