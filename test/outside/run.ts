// npm run test:outside -- [--seed N] [--minutes N] [--modes NAME,NAME] [--events NAME,NAME|none] [--broken NAME] [--keep] Runs a service
// with DCA positions and agents on a virtual clock. The service accesses its chain through two endpoints, which misbehave in each mode in
// turn. Prints figures, and fails if something was lost, duplicated, late, or not reported. README.md describes it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BreakageName, breakages } from './breakages.ts';
import { runOutsideCampaign } from './campaign.ts';
import { type ChainEventName, chainEventNames } from './chain-events.ts';
import { allModes } from './modes/all-modes.ts';
import { planChaos } from './plan-chaos.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { seed: text, minutes: text, modes: text, events: text, broken: text, keep: { type: 'boolean' } },
});
const seed = wholeNumber('--seed', values.seed ?? String(Date.now() % 1_000_000));
const minutes = wholeNumber('--minutes', values.minutes ?? '2000');
const modes = values.modes === undefined ? allModes : values.modes.split(',').map(modeNamed);
const events = values.events === 'none' ? [] : values.events === undefined ? chainEventNames : eventsNamed(values.events);
const broken = values.broken === undefined ? {} : { broken: breakageNamed(values.broken) };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const folder = mkdtempSync(join(tmpdir(), 'coxswain-outside-'));
process.once('exit', () => {
  if (values.keep === true) console.log(`kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
});
const MINUTES_PER_RUN = 8;
const LONGEST_EPISODE = 6;
const agents = { count: 2, runs: Math.max(2, Math.min(250, Math.floor(minutes / MINUTES_PER_RUN))) };
console.log(`outside: ${minutes} virtual minutes, ${modes.length} modes, ${events.length} events of the chain, seed ${seed}`);
const plan = planChaos(seed, { minutes, longest: LONGEST_EPISODE, modes, events });
const startedMs = performance.now();
const report = await runOutsideCampaign({ folder, seed, plan, agents, ...broken, say: (line) => console.log(line) });
const touched = [...report.touched].toSorted(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
console.log(`\nrequests that were answered otherwise: ${touched.join(', ')}`);
const idle = modes.filter(({ name }) => !report.touched.has(name)).map(({ name }) => name);
if (idle.length > 0) console.log(`modes that met no request: ${idle.join(', ')}`);
for (const [name, count] of Object.entries(report.numbers)) console.log(`${String(count).padStart(7)}  ${name}`);
for (const problem of report.problems) console.log(`PROBLEM ${problem}`);
const repeat = `npm run test:outside -- --seed ${seed} --minutes ${minutes}${values.modes === undefined ? '' : ` --modes ${values.modes}`}`;
const outcome = report.problems.length === 0 ? 'all held' : `${report.problems.length} problems; repeat with: ${repeat}`;
console.log(`\noutside: ${outcome}, in ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`);
process.exit(report.problems.length === 0 ? 0 : 1);

function modeNamed(name: string): (typeof allModes)[number] {
  return allModes.find((mode) => mode.name === name) ?? fail(`--modes takes ${allModes.map((mode) => mode.name).join(', ')}`);
}

function eventsNamed(list: string): ChainEventName[] {
  const known = chainEventNames.join(', ');
  return list.split(',').map((name) => chainEventNames.find((one) => one === name) ?? fail(`--events takes none, ${known}`));
}

function breakageNamed(name: string): BreakageName {
  const known = Object.keys(breakages) as BreakageName[];
  return known.find((one) => one === name) ?? fail(`--broken takes ${known.join(', ')}`);
}

function wholeNumber(name: string, given: string): number {
  return /^[0-9]{1,9}$/.test(given) ? Number(given) : fail(`${name} takes a whole number, not ${JSON.stringify(given)}`);
}

function fail(line: string): never {
  console.error(`outside: ${line}`);
  process.exit(2);
}
