// npm run test:cluster -- [--kills N] [--seed S] [--nodes N] [--positions N] [--tick-ms N] [--short] [--keep]
// Runs several nodes on one server for MongoDB's protocol, one Redis and one chain. Nodes are killed, frozen and replaced, and Redis, the
// store and the connection to it become unavailable, while owners use any of the nodes. Then all data is compared with the chain, and the
// execution time of every order with its minute.
// --short: most kinds of disturbances once, a sixth as long, with ticks two seconds apart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { type ClusterReport, type DisturbanceName, runClusterCampaign } from './campaign.ts';
import { ROLL } from './disturbances.ts';
import { reportTable } from './report-table.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    nodes: { type: 'string', default: '3' },
    positions: { type: 'string', default: '12' },
    'tick-ms': { type: 'string', default: '60000' },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const kills = wholeNumber('--kills', values.kills);
const seed = wholeNumber('--seed', values.seed);
const nodes = wholeNumber('--nodes', values.nodes);
const { short } = values;
const tickMs = short ? 2_000 : wholeNumber('--tick-ms', values['tick-ms']);
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
/**
 * The replacement of nodes must have no visible effect. It comes first, because the delay that an earlier outage excuses could hide a late
 * order that the replacement causes.
 */
const shortPlan: readonly DisturbanceName[] = [
  'nodes replaced one by one',
  'kill -9 of a node',
  'line to MongoDB silent',
  'a frozen node',
  'MongoDB stopped, started',
  'Redis restarted',
  'kill -9 of a node',
  'MongoDB frozen',
  'line to MongoDB cut',
];
const plan = short
  ? shortPlan
  : random.shuffled<DisturbanceName>([...Array.from({ length: kills }, () => 'kill -9 of a node' as const), ...others]);
const folder = mkdtempSync(join(tmpdir(), 'coxswain-cluster-'));
console.log(`cluster: ${nodes} nodes, ${plan.length} disturbances, seed ${seed}, data in ${folder}`);
const startedMs = performance.now();
const report = await runClusterCampaign({
  folder,
  nodes,
  positions: short ? 6 : wholeNumber('--positions', values.positions),
  orders: short ? [2, 3] : [3, 6],
  agents: short ? { count: 4, runs: 1 } : { count: 8, runs: 6 },
  tickMs,
  // Time between two disturbances. With ticks a minute apart, it is long enough for all consequences of one kill to end before the next.
  calmMs: short ? [500, 2_000] : [Math.ceil(tickMs / 12), Math.ceil(tickMs / 3)],
  random,
  plan,
  shorten: short ? 6 : 1,
  settleMs: 600_000,
  say: console.log,
});
console.log(`\n${reportTable(report.injected, report.punctuality)}\n`);
for (const [name, number] of Object.entries(report.numbers)) console.log(`  ${name.padEnd(34)} ${number}`);
console.log(`  ${'minutes'.padEnd(34)} ${((performance.now() - startedMs) / 60_000).toFixed(1)}`);
const problems = [...report.problems, ...(short ? whatWasNotSeen(report) : [])];
for (const problem of problems) console.log(`PROBLEM ${problem}`);
const held = problems.length === 0;
console.log(`\n${held ? 'cluster: all held' : `cluster: ${problems.length} problems; data kept in ${folder}`}; seed ${seed}`);
console.log(
  short
    ? `repeat with: npm run test:cluster -- --short --nodes ${nodes} --seed ${seed}`
    : `repeat with: npm run test:cluster -- --kills ${kills} --nodes ${nodes} --positions ${values.positions} --tick-ms ${tickMs} --seed ${seed}`,
);
if (held && !values.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(held ? 0 : 1);

/** Lists the checks that had no data in this run, because such a run would prove nothing. */
function whatWasNotSeen({ punctuality, numbers }: ClusterReport): readonly string[] {
  const unseen = [];
  if ((punctuality.seen.get(ROLL)?.orders ?? 0) === 0) unseen.push('no order was due while nodes were replaced');
  if ((numbers['of these sent to another node'] ?? 0) === 0) unseen.push('no client was sent to another node');
  return unseen;
}

function wholeNumber(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  console.error(`cluster: ${name} takes a whole number, not ${JSON.stringify(text)}`);
  process.exit(2);
}
