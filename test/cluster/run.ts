// npm run test:cluster -- [--kills N] [--seed S] [--nodes N] [--positions N] [--tick-ms N] [--keep]
// Runs several nodes on one MongoDB-protocol server, one Redis and one chain. Nodes are killed, frozen and replaced, and Redis, the store
// and the connection to it go away, while owners use any node. Then everything is compared with the chain, and every order with its minute.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { type DisturbanceName, runClusterCampaign } from './campaign.ts';
import { reportTable } from './report-table.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '3' },
    positions: { type: 'string', default: '12' },
    'tick-ms': { type: 'string', default: '60000' },
    keep: { type: 'boolean', default: false },
  },
});
const kills = wholeNumber('--kills', values.kills);
const seed = wholeNumber('--seed', values.seed);
const nodes = wholeNumber('--nodes', values.nodes);
const tickMs = wholeNumber('--tick-ms', values['tick-ms']);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const random = createSeededRandom(seed);
const others: readonly DisturbanceName[] = [
  'a frozen node',
  'Redis restarted',
  'MongoDB frozen',
  'MongoDB stopped, started',
  'line to MongoDB cut',
  'line to MongoDB silent',
  'line of one node cut',
  'line of one node silent',
  'nodes replaced one by one',
];
const plan = random.shuffled<DisturbanceName>([...Array.from({ length: kills }, () => 'kill -9 of a node' as const), ...others]);
const folder = mkdtempSync(join(tmpdir(), 'coxswain-cluster-'));
console.log(`cluster: ${nodes} nodes, ${plan.length} disturbances, seed ${seed}, data in ${folder}`);
const startedMs = performance.now();
const report = await runClusterCampaign({
  folder,
  nodes,
  positions: wholeNumber('--positions', values.positions),
  orders: [3, 6],
  agents: { count: 8, runs: 6 },
  tickMs,
  // With minutes of full length, all consequences of a kill have ended before the next one.
  calmMs: [Math.ceil(tickMs / 12), Math.ceil(tickMs / 3)],
  random,
  plan,
  shorten: 1,
  settleMs: 600_000,
  say: console.log,
});
console.log(`\n${reportTable(report.injected, report.punctuality)}\n`);
for (const [name, number] of Object.entries(report.numbers)) console.log(`  ${name.padEnd(34)} ${number}`);
console.log(`  ${'minutes'.padEnd(34)} ${((performance.now() - startedMs) / 60_000).toFixed(1)}`);
for (const problem of report.problems) console.log(`PROBLEM ${problem}`);
const held = report.problems.length === 0;
console.log(`\n${held ? 'cluster: all held' : `cluster: ${report.problems.length} problems; data kept in ${folder}`}; seed ${seed}`);
console.log(
  `repeat with: npm run test:cluster -- --kills ${kills} --nodes ${nodes} --positions ${values.positions} --tick-ms ${tickMs} --seed ${seed}`,
);
if (held && !values.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(held ? 0 : 1);

function wholeNumber(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  console.error(`cluster: ${name} takes a whole number, not ${JSON.stringify(text)}`);
  process.exit(2);
}
