// HOSTILE_RUNS=200 HOSTILE_SEED=1 npm run test:hostile -- [--only tokens|day|attacks] [--minutes N] [--broken NAME] [--rate N] [--clients
// N] [--attack TEXT]
// Strangers send a running service everything that anybody can send, while honest owners use it. Prints the measured numbers, and fails if
// a limit or guarantee is violated.
// HOSTILE_RUNS: the number of hostile tokens, each with its own stranger, made from the seeds after HOSTILE_SEED. `day`: a day in which
// --clients strangers write as much as the limits allow. --rate sets the rate limit per minute; if it is below the default, virtual minutes
// are shortened in proportion.
import { parseArgs } from 'node:util';
import { type BreakageName, breakages } from './breakages.ts';
import { describeDay, printPart } from './day/describe-day.ts';
import { runStrangersDay } from './day/strangers-day.ts';
import { describeHealth } from './health-watch.ts';
import { endWorlds } from './hostile-world.ts';
import { campaignOfAttacks } from './http/print-attacks.ts';
import { describePlans, runTokenRound } from './tokens/token-campaign.ts';
import { planToken } from './tokens/token-plan.ts';

const SEEDS_AT_ONCE = 10;
const MINUTES = 4;
const PATIENCE_MS = 60_000;

const [DAY_MINUTES, MINUTES_OF_PART, DAY_RATE, DAY_CLIENTS] = [1_440, 60, 6, 4];
/** Maximum factor by which strangers may increase the median waiting time of honest clients. */
const MOST_SLOWER = 2;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { only: text, minutes: text, broken: text, rate: text, clients: text, attack: text } });
const runs = wholeNumber('HOSTILE_RUNS', process.env.HOSTILE_RUNS ?? '200');
const firstSeed = wholeNumber('HOSTILE_SEED', process.env.HOSTILE_SEED ?? String(Date.now() % 1_000_000));
const broken = breakageNamed(values.broken);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endWorlds().finally(() => process.exit(130)));

const startedMs = performance.now();
const parts: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  tokens,
  day,
  attacks: () => campaignOfAttacks({ only: values.attack ?? '', patienceMs: PATIENCE_MS, ...(broken === undefined ? {} : { broken }) }),
};
if (values.only !== undefined && !Object.hasOwn(parts, values.only)) fail(`--only takes ${Object.keys(parts).join(', ')}`);
let problems = 0;
for (const [name, run] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (const problem of await run()) {
    problems += 1;
    console.log(`PROBLEM ${name}: ${problem}`);
  }
}
console.log(
  `\nhostile: ${problems === 0 ? 'all held' : `${problems} problems`} in ${((performance.now() - startedMs) / 60_000).toFixed(1)} minutes`,
);
process.exit(problems === 0 ? 0 : 1);

async function tokens(): Promise<readonly string[]> {
  console.log(`hostile: ${runs} hostile tokens from seed ${firstSeed}, ${SEEDS_AT_ONCE} for each service`);
  console.log('seeds             orders trades  positions agents pools refused   slowest minute   service');
  const found: string[] = [];
  for (let first = firstSeed; first < firstSeed + runs; first += SEEDS_AT_ONCE) {
    const seeds = numbersFrom(first, Math.min(SEEDS_AT_ONCE, firstSeed + runs - first));
    const failures = await round(seeds);
    if (failures.length === 0) continue;
    console.log(describePlans(seeds.map(planToken)).join('\n'));
    found.push(...failures.map((failure) => `seeds ${first} and on: ${failure}`));
    // When a run with several seeds has failed, each seed is run alone, to find the seeds that fail by themselves.
    for (const seed of seeds.length === 1 ? [] : seeds) {
      if ((await round([seed])).length > 0)
        found.push(`alone as well; repeat with: HOSTILE_RUNS=1 HOSTILE_SEED=${seed} npm run test:hostile -- --only tokens`);
    }
    found.push(`repeat with: HOSTILE_RUNS=${seeds.length} HOSTILE_SEED=${first} npm run test:hostile -- --only tokens`);
  }
  return found;
}

async function round(seeds: readonly number[]): Promise<readonly string[]> {
  const minutes = values.minutes === undefined ? MINUTES : wholeNumber('--minutes', values.minutes);
  const report = await runTokenRound({ seeds, minutes, patienceMs: PATIENCE_MS, ...(broken === undefined ? {} : { broken }) });
  const { victims, strangers, health } = report;
  const columns = [
    `${seeds[0]}..${seeds.at(-1)}`.padEnd(17),
    ...[victims.orders, victims.trades].map((count) => String(count).padStart(6)),
    String(strangers.positions).padStart(10),
    ...[strangers.agents, strangers.pools, strangers.refused].map((count) => String(count).padStart(6)),
    `${(victims.slowestMs / 1_000).toFixed(1)} s`.padStart(15),
    `  ${describeHealth(health)}; log ${report.logBytes} bytes${report.problems.length === 0 ? '' : `  ${report.problems.length} PROBLEMS`}`,
  ];
  console.log(columns.join(' '));
  return report.problems;
}

async function day(): Promise<readonly string[]> {
  const [minutes, rate, clients] = [number('minutes', DAY_MINUTES), number('rate', DAY_RATE), number('clients', DAY_CLIENTS)];
  const options = { minutes, minutesOfPart: MINUTES_OF_PART, rate, clients, isPaced: true, onPart: printPart };
  const report = await runStrangersDay({ ...options, ...(broken === undefined ? {} : { broken }) });
  console.log(describeDay(report).join('\n'));
  const slower = report.flooded.p50Ms / report.calm.p50Ms;
  return slower <= MOST_SLOWER
    ? report.problems
    : [...report.problems, `beside strangers the honest wait ${slower.toFixed(2)} times as long`];
}

function number(name: 'minutes' | 'rate' | 'clients', unlessGiven: number): number {
  const given = values[name];
  return given === undefined ? unlessGiven : wholeNumber(`--${name}`, given);
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function breakageNamed(name: string | undefined): BreakageName | undefined {
  if (name === undefined) return undefined;
  const known = Object.keys(breakages) as BreakageName[];
  return known.find((one) => one === name) ?? fail(`--broken takes ${known.join(', ')}`);
}

function wholeNumber(name: string, text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : fail(`${name} takes a whole number, not ${JSON.stringify(text)}`);
}

function fail(line: string): never {
  console.error(`hostile: ${line}`);
  process.exit(2);
}
