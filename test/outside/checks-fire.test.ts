import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { hasAllCases } from '../support/which-cases.ts';
import { type BreakageName, breakages } from './breakages.ts';
import { runOutsideCampaign } from './campaign.ts';
import type { ChainEventName } from './chain-events.ts';
import { checkStalls, checkVisible } from './checks/check-visible.ts';
import { allModes } from './modes/all-modes.ts';

const MINUTES = 7;
const MINUTE_MS = 60_000;

type Scenario = {
  readonly broken: BreakageName;
  readonly seed: number;
  readonly modes?: readonly [string | null, string | null];
  /** The event of the chain (such as a reorg) in this scenario, and the minute in which it starts. */
  readonly event?: readonly [ChainEventName, minute: number];
  readonly agents?: number;
  /** Pattern of the problem that the checks must report. */
  readonly noticed: RegExp;
};

/**
 * Scenarios in which one protection is removed. Here it suffices that one check reports the removal; `npm run test:outside -- --broken
 * NAME` shows that other checks report it too.
 */
const scenarios: readonly Scenario[] = [
  { broken: 'never-another', seed: 2, modes: ['502-page', null], noticed: /was (not )?done .* after/ },
  { broken: 'stall-unnamed', seed: 2, event: ['stall', 1], noticed: /readiness did not name it/ },
];

// These tests check the harness and not the service, so they run only at night.
for (const { broken, noticed, ...scenario } of hasAllCases ? scenarios : []) {
  test(`the campaign notices a service without its protection, and only that: ${broken}`, async () => {
    expect(await problemsOf(scenario, broken)).toMatch(noticed);
    expect(await problemsOf(scenario)).not.toMatch(noticed);
  });
}

async function problemsOf({ seed, modes = [null, null], event, agents = 0 }: Omit<Scenario, 'broken' | 'noticed'>, broken?: BreakageName) {
  using folder = tempFolder();
  const pair = [modeNamed(modes[0]), modeNamed(modes[1])] as const;
  const plan = Array.from({ length: MINUTES }, (_, nth) => ({ modes: pair, event: event?.[1] === nth ? event[0] : null }));
  const options = { folder: folder.path, seed, plan, agents: { count: agents, runs: agents } };
  const { problems } = await runOutsideCampaign({ ...options, ...(broken === undefined ? {} : { broken }) });
  return problems.join('\n');
}

test('every breakage still has something to break', async () => {
  for (const { file, from } of Object.values(breakages)) expect(await Bun.file(file).text()).toContain(from);
});

test('an order that is late without an explanation is noticed, and so is a log without bounds', () => {
  const order = { name: 'order 0', tickAtMs: 0, doneAtMs: 5 * MINUTE_MS, withdrawnAtMs: null };
  const signs = (named: readonly string[], logLines: number, putOff: readonly string[] = []) => ({
    minutes: Array.from({ length: 6 }, (_, nth) => ({
      ...{ fromMs: nth * MINUTE_MS, isReady: true, named, logLines, putOff: new Set(putOff), agentsPutOff: new Set(putOff) },
      ...{ chaos: 'reset', isHidden: false, isTroubled: false },
    })),
  });
  expect(checkVisible([order], signs([], 0))).toEqual(['order 0 was 5.0 minutes late, and nothing showed it (reset)']);
  expect(checkVisible([{ ...order, doneAtMs: 2 * MINUTE_MS }], signs([], 0))).toEqual([]);
  expect(checkVisible([order], signs(['late work'], 0))).toEqual([]);
  expect(checkVisible([order], signs([], 0, ['0']))).toEqual([]);
  // The late order has only a line in the log. That is not visible enough for operators, so the check must report the order.
  expect(checkVisible([order], signs([], 1))).toHaveLength(1);
  expect(checkVisible([], signs([], 200)).join()).toMatch(/200 lines were logged in one minute.*1200 lines/);
});

test('a chain without new blocks that is not reported is noticed', () => {
  const minutes = (named: readonly string[]) =>
    Array.from({ length: 6 }, (_, nth) => ({
      ...{ fromMs: nth * MINUTE_MS, isReady: true, named, logLines: 0, putOff: new Set<string>(), agentsPutOff: new Set<string>() },
      ...{ chaos: nth > 1 ? 'well + well, stall' : 'well + well', isHidden: false, isTroubled: false },
    }));
  expect(checkStalls({ minutes: minutes([]) })).toEqual([
    'the chain stood still from 1970-01-01T00:02:00.000Z on, and readiness did not name it',
  ]);
  expect(checkStalls({ minutes: minutes(['chain 31337 progress: standing-still: ...']) })).toEqual([]);
  // A missing receipt is a different problem, so it does not count as a report that the chain has no new blocks.
  expect(checkStalls({ minutes: minutes(['chain 31337 progress: no-receipt: ...']) })).toHaveLength(1);
  expect(checkStalls({ minutes: minutes([]).slice(0, 4) })).toEqual([]);
});

function modeNamed(name: string | null): (typeof allModes)[number] | null {
  return allModes.find((mode) => mode.name === name) ?? null;
}
