import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tempFolder } from '../../support/temp-folder.ts';
import { bullmqPeer } from './bullmq/peer.ts';
import { runInProcess } from './coxswain/in-process.ts';
import { coxswainOnMongo, coxswainOnSqlite } from './coxswain/peer.ts';
import { dbosPeer } from './dbos/peer.ts';
import { runDuel } from './duel.ts';
import { durableObjectsPeer } from './durable-objects/peer.ts';
import { startCollector } from './measure/collector.ts';
import { busyShare, coreUse, describeMachine, loadAverage } from './measure/machine.ts';
import type { Peer, PeerFactory } from './peer.ts';
import { restatePeer } from './restate/peer.ts';
import { ACTORS, IN_FLIGHT, MEASURE_MS, runRound, WARM_UP_MS } from './round.ts';
import { type Duel, judgeBars, OURS, type PeerResult, RESTATE, type RoundResult, renderTable } from './summary.ts';

// Usage: npm run peers [-- --json FILE] [--rounds N] [--only PART_OF_A_NAME]. Exits with 1 when a required ratio is missed or a round
// failed.
const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '2' }, only: { type: 'string', default: '' } },
  args: process.argv.slice(2),
});
if (!existsSync(new URL('./node_modules', import.meta.url))) {
  console.error('peers: the peers are not installed; run `npm ci` in this folder first');
  process.exit(1);
}

type Row = {
  readonly name: string;
  readonly about: string;
  readonly run: () => Promise<Omit<RoundResult, 'busyBefore'>>;
  /** The system that this row measures; null for the row without HTTP, for which the calls come from inside the runtime's process. */
  readonly peer: Peer | null;
  readonly failures: string[];
  readonly rounds: RoundResult[];
  blocked: string | null;
};

const factories: readonly PeerFactory[] = [coxswainOnSqlite, coxswainOnMongo, restatePeer, dbosPeer, durableObjectsPeer, bullmqPeer];
const IN_PROCESS = 'Coxswain, SQLite, in process';
const wanted = (name: string) => name.toLowerCase().includes(values.only.toLowerCase());
const startedAt = performance.now();
using folder = tempFolder();
// Other users need access to the folder, because a database may run as another user.
chmodSync(folder.path, 0o711);
const collector = startCollector();
const machine = describeMachine(folder.path);
console.error(
  `${machine.cores} cores (${machine.model}), ${(machine.memoryBytes / 2 ** 30).toFixed(1)} GiB, ${machine.kernel}; appending 1 KB and syncing it takes ${machine.syncMs.toFixed(2)} ms; load ${loadAverage().toFixed(1)}`,
);

const rows: Row[] = [];
if (wanted(IN_PROCESS)) rows.push(inProcess());
for (const factory of factories) if (wanted(factory.name)) rows.push(await open(factory));

for (let round = 0; round < Number(values.rounds); round += 1) {
  // Every second round runs the systems in reverse order. Otherwise one system would always follow the same resource-intensive one.
  const order = rows.filter(({ blocked }) => blocked === null);
  for (const row of round % 2 === 0 ? order : order.reverse()) {
    const from = coreUse();
    await Bun.sleep(1_000);
    const busyBefore = busyShare(from, coreUse());
    try {
      const result = await row.run();
      row.rounds.push({ ...result, busyBefore });
      console.error(
        `round ${round + 1}, ${row.name}: ${describe(result)}; others used ${Math.round(busyBefore * 100)} % of the cores before`,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      row.failures.push(`round ${round + 1}: ${reason}`);
      console.error(`round ${round + 1}, ${row.name}: FAILED: ${reason}`);
    }
  }
}
let duel: Duel = [];
const [ours, restate] = [rows.find(({ name }) => name === OURS)?.peer, rows.find(({ name }) => name === RESTATE)?.peer];
if (ours && restate) {
  duel = await runDuel(ours, restate);
  console.error(
    `in turns, ours and Restate's: ${duel.map((pair) => `${Math.round(pair.ours)} and ${Math.round(pair.restate)}/s`).join('; ')}`,
  );
}
for (const row of rows) await row.peer?.close();
await collector.stop();

const results: PeerResult[] = rows.map(({ name, about, blocked, failures, rounds }) => ({ name, about, blocked, failures, rounds }));
const bars = judgeBars(results, duel);
const minutes = (performance.now() - startedAt) / 60_000;
console.log(`\n${renderTable(results)}\n`);
for (const { name, about, blocked, failures } of results) {
  console.log(`${name}: ${blocked === null ? about : `blocked: ${blocked}`}`);
  for (const failure of failures) console.log(`  FAILED in ${failure}`);
}
console.log('');
for (const { name, bar, seen, held } of bars) console.log(`${held === null ? '   ' : held ? 'ok ' : 'NO '} ${name}: ${seen}, bar ${bar}`);
console.log(
  `\n${values.rounds} rounds of ${ACTORS} actors, ${IN_FLIGHT} in flight; ${minutes.toFixed(1)} minutes. What is not measured: docs/peers.md.`,
);
if (values.json !== undefined) await Bun.write(values.json, `${JSON.stringify({ machine, minutes, results, duel, bars }, null, 2)}\n`);
folder[Symbol.dispose]();
process.exit(bars.some(({ held }) => held === false) || results.some(({ failures }) => failures.length > 0) ? 1 : 0);

async function open(factory: PeerFactory): Promise<Row> {
  const place = folder.file(factory.name.replaceAll(/\W+/g, '-').toLowerCase());
  mkdirSync(place);
  const empty = { name: factory.name, failures: [], rounds: [] };
  const made = factory.create({ folder: place, logFile: `${place}.log`, collectorUrl: collector.url });
  // When a system cannot be set up, each of its rounds counts as failed, and the other systems still run.
  const peer = await made.catch((error: unknown) => ({ failed: error }));
  if ('failed' in peer) return { ...empty, about: '', blocked: null, run: () => Promise.reject(peer.failed), peer: null };
  if ('blocked' in peer) {
    console.error(`${factory.name}: blocked: ${peer.blocked}`);
    return { ...empty, about: '', blocked: peer.blocked, run: () => Promise.reject(new Error(peer.blocked)), peer: null };
  }
  return { ...empty, about: peer.about, blocked: null, run: () => withLog(peer, place), peer };
}

/** Runs one round of a system. When it fails, prints the last part of the system's output. */
async function withLog(peer: Peer, place: string): Promise<Omit<RoundResult, 'busyBefore'>> {
  try {
    return await runRound(peer, collector);
  } catch (error) {
    const log = Bun.file(`${place}.log`);
    if (await log.exists()) console.error((await log.text()).slice(-2_000));
    throw error;
  }
}

function inProcess(): Row {
  return {
    name: IN_PROCESS,
    about: 'callers in the process of the runtime; not killed: the next row has the same store and runtime',
    blocked: null,
    failures: [],
    rounds: [],
    async run() {
      const workload = { actors: ACTORS, inFlight: IN_FLIGHT, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS };
      return { ...(await runInProcess(folder.path, workload)), kill: null };
    },
    peer: null,
  };
}

function describe({ perSecond, p50Ms, p99Ms, kill }: Omit<RoundResult, 'busyBefore'>): string {
  const rate = `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  if (kill === null) return rate;
  const { recoveryMs, acknowledged, unanswered, lost, doubled, lostEffects, doubledEffects, lookups } = kill;
  return `${rate}; killed: back after ${recoveryMs} ms, of ${acknowledged} acknowledged ${lost} lost and ${doubled} doubled, effects ${lostEffects} lost and ${doubledEffects} doubled and ${lookups} looked up, ${unanswered} unanswered`;
}
