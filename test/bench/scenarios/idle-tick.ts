import { createActor } from 'xstate';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchMachine } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { fillStore, walletOf } from '../support/fill-store.ts';
import { median, settledRss, timed } from '../support/measure.ts';

// Measures a tick in which each of 100,000 actors in memory compares a price and does nothing. The reference sends events to the same
// machine in plain XState. The benchmark also measures the memory of an actor in memory.
const ROUNDS = 7;
const ACTORS = 100_000;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

using folder = tempFolder();
const path = folder.file('idle.db');
const filling = createBenchSystem(path);
await fillStore(filling.store.actors, ACTORS, ACTORS, START_MS);
await filling.close();

const passing = createBenchSystem(path, { maxResidents: 1_000, price: () => 5_000 });
await passing.system.tick(START_MS);
const emptyRss = await settledRss();
await passing.system.tick(START_MS + MINUTE_MS);
const passedRss = await settledRss();
await passing.close();

const { system, close } = createBenchSystem(path, { price: () => 5_000 });
const beforeRss = await settledRss();
await system.tick(START_MS);
const residentRss = await settledRss();

const bare = Array.from({ length: ACTORS }, (_, i) =>
  createActor(benchMachine, { input: { wallet: walletOf(i), nextOrderAtMs: START_MS } }).start(),
);
const sends = () => {
  for (const actor of bare) actor.send({ type: 'TICK', price: 5_000, at: START_MS });
};
sends();
const rounds: Round[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const reference = await timed(sends);
  const ours = await timed(async () => {
    const report = await system.tick(START_MS + round * MINUTE_MS);
    if (report?.stepped !== ACTORS || report.committed !== 0)
      throw new Error(`The tick stepped ${report?.stepped} and wrote ${report?.committed}.`);
  });
  rounds.push({ ours, reference });
}
await close();
const perActor = (bytes: number) => bytes / ACTORS / 1_024;
console.log(
  JSON.stringify([
    benchLine(
      'tick in which 100,000 resident actors do nothing, over bare XState sends',
      'ms',
      rounds,
      '<= 0.8',
      `medians of ${ROUNDS} rounds`,
      median,
    ),
    benchLine(
      'memory of a resident actor, over 5 KB',
      'KB RSS',
      [{ ours: perActor(residentRss - beforeRss), reference: 5 }],
      '<= 1',
      '100,000 residents',
      median,
    ),
    benchLine(
      'memory left by a passivated actor, over 5 KB',
      'KB RSS',
      [{ ours: Math.max(0, perActor(passedRss - emptyRss)), reference: 5 }],
      '<= 0.02',
      '100,000 passed through 1,000 places',
      median,
    ),
  ]),
);
