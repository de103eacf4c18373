import { createActor } from 'xstate';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor, benchMachine } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { walletOf } from '../support/fill-store.ts';
import { median, percentile, timed } from '../support/measure.ts';

// Measures durable asks per second. The reference is a bare `actor.send` to the same machine. The two are measured alternately in this
// process.
const ROUNDS = 7;
const ACTORS = 1_000;
const SENDS = 100_000;
const ASKS = 60_000;

using folder = tempFolder();
const { system, close } = createBenchSystem(folder.file('asks.db'));
const bare = Array.from({ length: ACTORS }, (_, i) =>
  createActor(benchMachine, { input: { wallet: walletOf(i), nextOrderAtMs: 0 } }).start(),
);
const refs = Array.from({ length: ACTORS }, (_, i) => system.of(benchActor, `p${i}`));
await Promise.all(refs.map((ref, i) => ref.create({ wallet: walletOf(i), nextOrderAtMs: 0 })));
let order = 0;

function sends(count: number): void {
  for (let i = 0; i < count; i += 1) bare[i % ACTORS]?.send({ type: 'FILL', order: i, spent: '1000000', received: '271828', at: i });
}

async function asks(count: number, inFlight: number, latencies: number[] | null): Promise<void> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      order += 1;
      const startedAt = latencies === null ? 0 : performance.now();
      await refs[order % ACTORS]?.ask({ type: 'FILL', order, spent: '1000000', received: '271828' });
      latencies?.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
}

sends(SENDS);
await asks(ASKS, 64, null);
await asks(ASKS, 1_000, null);

const at64: Round[] = [];
const at1000: Round[] = [];
const tail: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = SENDS / (await timed(() => sends(SENDS)));
  const few = ASKS / (await timed(() => asks(ASKS, 64, null)));
  const between = SENDS / (await timed(() => sends(SENDS)));
  const many = ASKS / (await timed(() => asks(ASKS, 1_000, null)));
  const after = SENDS / (await timed(() => sends(SENDS)));
  at64.push({ ours: few * 1_000, reference: ((before + between) / 2) * 1_000 });
  at1000.push({ ours: many * 1_000, reference: ((between + after) / 2) * 1_000 });
  const latencies: number[] = [];
  await asks(ASKS, 64, latencies);
  tail.push({ ours: percentile(latencies, 0.99), reference: median(latencies) });
}
await close();

const note = `1,000 actors, SQLite synchronous=FULL, ~1 KB snapshot, validation, views, indexes, outbox and history on; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([
    benchLine('durable asks, 64 in flight, over bare XState sends', 'asks/s', at64, '>= 0.45', note, median),
    benchLine('durable asks, 1,000 in flight, over bare XState sends', 'asks/s', at1000, '>= 0.6', note, median),
    benchLine('p99 of an ask over its median, 64 in flight', 'ms', tail, '<= 10', note, median),
  ]),
);
