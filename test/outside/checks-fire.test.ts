import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { type BreakageName, breakages } from './breakages.ts';
import { runOutsideCampaign } from './campaign.ts';
import { checkVisible } from './checks/check-visible.ts';
import { allModes } from './modes/all-modes.ts';

const MINUTES = 7;
const SEED = 2;
const MINUTE_MS = 60_000;

/** What is broken, what its endpoints do meanwhile, and what has to be noticed. */
const broken: readonly (readonly [BreakageName, modes: readonly [string | null, string | null], noticed: RegExp])[] = [
  ['never-another', ['502-page', null], /was (not )?done .* after/],
];

for (const [name, pair, noticed] of broken) {
  test(`the campaign notices a service without its protection, and only that: ${name}`, async () => {
    expect(await problemsOf(pair, name)).toMatch(noticed);
    expect(await problemsOf(pair)).not.toMatch(noticed);
  });
}

async function problemsOf(pair: readonly [string | null, string | null], name?: BreakageName): Promise<string> {
  using folder = tempFolder();
  const modes = [modeNamed(pair[0]), modeNamed(pair[1])] as const;
  const plan = Array.from({ length: MINUTES }, () => ({ modes, event: null }));
  const options = { folder: folder.path, seed: SEED, plan, agents: { count: 0, runs: 0 } };
  const { problems } = await runOutsideCampaign({ ...options, ...(name === undefined ? {} : { broken: name }) });
  return problems.join('\n');
}

test('every breakage still has something to break', async () => {
  for (const { file, from } of Object.values(breakages)) expect(await Bun.file(file).text()).toContain(from);
});

test('an order that is late without a sign is noticed, and so is a log without bounds', () => {
  const order = { name: 'order 0', tickAtMs: 0, doneAtMs: 5 * MINUTE_MS, withdrawnAtMs: null };
  const signs = (isReady: boolean, logLines: number) => ({
    minutes: Array.from({ length: 6 }, (_, nth) => ({
      fromMs: nth * MINUTE_MS,
      isReady,
      logLines,
      putOff: new Set<string>(),
      chaos: 'reset',
      isHidden: false,
    })),
  });
  expect(checkVisible([order], signs(true, 0))).toEqual(['order 0 was 5.0 minutes late, and nothing showed it (reset)']);
  expect(checkVisible([{ ...order, doneAtMs: 2 * MINUTE_MS }], signs(true, 0))).toEqual([]);
  for (const [isReady, logLines] of [
    [false, 0],
    [true, 1],
  ] as const)
    expect(checkVisible([order], signs(isReady, logLines))).toEqual([]);
  expect(checkVisible([], signs(true, 200)).join()).toMatch(/200 lines were logged in one minute.*1200 lines/);
});

function modeNamed(name: string | null): (typeof allModes)[number] | null {
  return allModes.find((mode) => mode.name === name) ?? null;
}
