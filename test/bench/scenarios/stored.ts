import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { fillStore } from '../support/fill-store.ts';
import { median, timed } from '../support/measure.ts';

// Measures two things: a tick with 1,000 due actors in a store with many actors compared with a store with few, and the start of a process
// with many stored actors compared with none.
const ROUNDS = 7;
const MANY = Number(process.env.BENCH_STORED ?? 1_000_000);
const DUE = 1_000;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

using folder = tempFolder();
const [large, small, empty] = [folder.file('large.db'), folder.file('small.db'), folder.file('empty.db')];
for (const [path, count] of [
  [large, MANY],
  [small, DUE],
] as const) {
  const { store, close } = createBenchSystem(path);
  await fillStore(store.actors, count, DUE, START_MS);
  await close();
}
await createBenchSystem(empty).close();

/** Measures the first tick of a new process. No actor is in memory yet, so every due actor is loaded, stepped and written. */
async function coldTick(path: string, tickAtMs: number): Promise<number> {
  const { system, close } = createBenchSystem(path, { price: () => 500 });
  const took = await timed(async () => {
    const report = await system.tick(tickAtMs);
    if (report?.committed !== DUE) throw new Error(`The tick wrote ${report?.committed} of ${DUE}.`);
  });
  await close();
  return took;
}

/** Returns the milliseconds from the start of a process to its first answered read of an actor. */
async function start(path: string): Promise<number> {
  const child = Bun.spawn([process.execPath, new URL('../support/start-once.ts', import.meta.url).pathname, path], { stdout: 'pipe' });
  const text = await new Response(child.stdout).text();
  return Number(text);
}

const ticks: Round[] = [];
const starts: Round[] = [];
await coldTick(large, START_MS);
await coldTick(small, START_MS);
for (let round = 1; round <= ROUNDS; round += 1) {
  const tickAtMs = START_MS + round * MINUTE_MS;
  const reference = await coldTick(small, tickAtMs);
  ticks.push({ ours: await coldTick(large, tickAtMs), reference });
  const emptyStart = await start(empty);
  starts.push({ ours: await start(large), reference: emptyStart });
}
const many = MANY.toLocaleString('en');
console.log(
  JSON.stringify([
    benchLine(
      `cold tick with 1,000 due of ${many} stored, over 1,000 due of 1,000`,
      'ms',
      ticks,
      '<= 1.5',
      `medians of ${ROUNDS} rounds, each in a new system`,
      median,
    ),
    benchLine(
      `start on ${many} stored records, over an empty start`,
      'ms',
      starts,
      '<= 2',
      `process start to first read; medians of ${ROUNDS} rounds`,
      median,
    ),
  ]),
);
