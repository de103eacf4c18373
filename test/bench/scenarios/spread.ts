import { createActor } from 'xstate';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor, benchMachine } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { fillStore, walletOf } from '../support/fill-store.ts';
import { median, timed } from '../support/measure.ts';

// Measures durable asks in the worst case for the database's cache: consecutive asks go to different actors, whose records are on different
// pages of the database.
const ROUNDS = 5;
const ACTORS = 200_000;
const ASKS = 200_000;
const SENDS = 200_000;
const IN_FLIGHT = 1_000;

using folder = tempFolder();
const { system, store, close } = createBenchSystem(folder.file('spread.db'));
await fillStore(store.actors, ACTORS, 1, Date.UTC(2100, 0, 1));
const bare = Array.from({ length: 1_000 }, (_, i) =>
  createActor(benchMachine, { input: { wallet: walletOf(i), nextOrderAtMs: 0 } }).start(),
);

function sends(): void {
  for (let i = 0; i < SENDS; i += 1) bare[i % bare.length]?.send({ type: 'FILL', order: i, spent: '1000000', received: '271828', at: i });
}

async function asks(): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < ASKS) {
      const n = next;
      next += 1;
      // The actors are visited in steps of a prime number, so that consecutive asks do not go to neighboring rows of the table.
      await system.of(benchActor, `p${(n * 7_919) % ACTORS}`).ask({ type: 'FILL', order: n, spent: '1000000', received: '271828' });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
}

await asks();
sends();
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const reference = (SENDS / (await timed(sends))) * 1_000;
  const ours = (ASKS / (await timed(asks))) * 1_000;
  rounds.push({ ours, reference });
}
await close();
const note = `all resident; ${IN_FLIGHT} in flight; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([benchLine('durable asks evenly over 200,000 actors, over bare XState sends', 'asks/s', rounds, '>= 0.1', note, median)]),
);
