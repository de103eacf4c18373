// npm run test:crash -- [--kills N] [--seed S] [--positions N] [--agents N] [--agent-runs N] [--no-rollbacks] [--no-troubles] [--crowd]
// [--broken] [--keep]
// Kills the service with -9 while 20 positions and 8 Autopilot agents trade on a real chain with two executors. Meanwhile the chain has
// reorgs of one to three blocks, drops transactions, and raises its base fee. Checks that nothing was lost or done twice.
// With --crowd batches are small, and blocks are delayed until 16 transactions of one key are pending.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { planKills } from './plan-kills.ts';
import { createSeededRandom } from './seeded-random.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    positions: { type: 'string', default: '20' },
    agents: { type: 'string', default: '8' },
    'agent-runs': { type: 'string', default: '5' },
    'no-rollbacks': { type: 'boolean', default: false },
    'no-troubles': { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    broken: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const kills = wholeNumber('--kills', values.kills);
const seed = wholeNumber('--seed', values.seed);
const livePositions = wholeNumber('--positions', values.positions);
const SETTLE_MS = 600_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const startedMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'coxswain-crash-'));
const flags = (['no-rollbacks', 'no-troubles', 'crowd', 'broken'] as const).map((flag) => (values[flag] ? ` --${flag}` : '')).join('');
const repeat = `npm run test:crash -- --kills ${kills} --seed ${seed}${flags}`;
console.log(`crash: ${kills} kills, ${livePositions} positions, seed ${seed}, data in ${dataDir}`);

const random = createSeededRandom(seed);
const { problems, killsAt, passed, numbers } = await runCampaign({
  kills: planKills(kills, random, { rollbacks: !values['no-rollbacks'], isCrowd: values.crowd }),
  random,
  dataDir,
  livePositions,
  agents: { count: wholeNumber('--agents', values.agents), runs: wholeNumber('--agent-runs', values['agent-runs']) },
  orders: [3, 6],
  settleMs: SETTLE_MS,
  hasTroubles: !values['no-troubles'],
  isCrowd: values.crowd,
  isBroken: values.broken,
  say: console.log,
});

console.log('\npoint              killed there   passed');
for (const [point, count] of killsAt)
  console.log(`${point.padEnd(18)} ${String(count).padStart(12)} ${String(passed.get(point) ?? 0).padStart(8)}`);
console.log('');
for (const [name, number] of Object.entries(numbers)) console.log(`${name.padEnd(28)} ${number}`);
console.log(`${'minutes'.padEnd(28)} ${((performance.now() - startedMs) / 60_000).toFixed(1)}`);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
console.log(`\n${problems.length === 0 ? 'crash: all held' : `crash: ${problems.length} problems; data kept in ${dataDir}`}; seed ${seed}`);
console.log(`repeat with: ${repeat}`);
if (problems.length === 0 && !values.keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
process.exit(problems.length === 0 ? 0 : 1);

function wholeNumber(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  console.error(`crash: ${name} takes a whole number, not ${JSON.stringify(text)}`);
  process.exit(2);
}
