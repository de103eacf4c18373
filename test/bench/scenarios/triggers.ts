import { Database } from 'bun:sqlite';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { fillStore } from '../support/fill-store.ts';
import { median, timed } from '../support/measure.ts';
import { implementWaiting, waitingRecord } from '../support/waiting-actor.ts';

// Measures ticks over many stored actors with three triggers each, compared with a store with few actors: when no trigger fires, and when
// 1,000 do.
const ROUNDS = 7;
const MANY = Number(process.env.BENCH_STORED ?? 1_000_000);
const FEW = 10_000;
const FIRING = 1_000;
const IDLE_TICKS = 20;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

using folder = tempFolder();
const [large, small] = [folder.file('large.db'), folder.file('small.db')];
let nowMs = 0;
const open = (path: string) => createBenchSystem(path, { actor: implementWaiting(() => nowMs) });

const filled: number[] = [];
for (const [path, count] of [
  [small, FEW],
  [large, MANY],
] as const) {
  const { store, close } = open(path);
  filled.push((await timed(() => fillStore(store.actors, count, FIRING, START_MS, waitingRecord))) / count);
  await close();
}

/** Returns the size of the trigger index in the database file, in bytes. */
function indexBytes(path: string, count: number): number {
  using db = new Database(path, { readonly: true });
  const [row] = db.query("SELECT sum(pgsize) FROM dbstat WHERE name = 'triggers'").values();
  return Number(row?.[0]) / count;
}

/** Returns the milliseconds of a tick in which no trigger fires. */
async function idleTick({ system }: ReturnType<typeof open>, tickAtMs: number): Promise<number> {
  nowMs = 0;
  const took = await timed(async () => {
    for (let tick = 0; tick < IDLE_TICKS; tick += 1) {
      const report = await system.tick(tickAtMs);
      if (report?.triggered !== 0 || report.stepped !== 0) throw new Error(`The tick stepped ${report?.stepped}.`);
    }
  });
  return took / IDLE_TICKS;
}

/**
 * Measures a tick in which 1,000 triggers fire. Each of the 1,000 actors handles the tick, is written to the store, and then waits for the
 * next minute.
 */
async function firingTick({ system }: ReturnType<typeof open>, tickAtMs: number): Promise<number> {
  nowMs = tickAtMs;
  return timed(async () => {
    const report = await system.tick(tickAtMs);
    if (report?.triggered !== FIRING || report.committed !== FIRING) throw new Error(`The tick wrote ${report?.committed} of ${FIRING}.`);
  });
}

async function inNewSystem<T>(path: string, work: (opened: ReturnType<typeof open>) => Promise<T>): Promise<T> {
  const opened = open(path);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const idle: Round[] = [];
const cold: Round[] = [];
const warm: Round[] = [];
let minute = 0;
for (let round = 0; round < ROUNDS + 1; round += 1) {
  const [first, second, third] = [1, 2, 3].map((next) => START_MS + (minute + next) * MINUTE_MS) as [number, number, number];
  minute += 2;
  const measure = (path: string) =>
    inNewSystem(path, async (opened) => {
      const coldMs = await firingTick(opened, first);
      return { coldMs, warmMs: await firingTick(opened, second), idleMs: await idleTick(opened, third) };
    });
  const reference = await measure(small);
  const ours = await measure(large);
  // The first benchmark round only fills the machine's caches, and its results are not used.
  if (round === 0) continue;
  cold.push({ ours: ours.coldMs, reference: reference.coldMs });
  warm.push({ ours: ours.warmMs, reference: reference.warmMs });
  idle.push({ ours: ours.idleMs, reference: reference.idleMs });
}

const [many, few] = [MANY.toLocaleString('en'), FEW.toLocaleString('en')];
const note = `3 triggers each on 101 topics; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([
    benchLine(`tick over ${many} stored that wait, nobody fires, over ${few}`, 'ms', idle, '<= 2', note, median),
    benchLine(`tick with 1,000 firing of ${many} stored, over 1,000 of ${few}, in a new system`, 'ms', cold, '<= 1.5', note, median),
    benchLine('the same with those that fire in memory', 'ms', warm, null, note, median),
    benchLine(
      `bytes of the index for an actor with 3 triggers, ${many} stored, over ${few}`,
      'bytes',
      [{ ours: indexBytes(large, MANY), reference: indexBytes(small, FEW) }],
      null,
      'of the file',
      median,
    ),
    benchLine(
      `to create an actor with 3 triggers, ${many} stored, over ${few}`,
      'µs',
      [{ ours: (filled[1] ?? 0) * 1_000, reference: (filled[0] ?? 0) * 1_000 }],
      null,
      'batches of 5,000, synced',
      median,
    ),
  ]),
);
