import { waitFor } from '../../support/wait-for.ts';
import { judgeKill } from './judge-kill.ts';
import type { Collector } from './measure/collector.ts';
import { actorOf, sendUntilAnswered } from './measure/load.ts';
import { endAll, killAll, processorMs, residentBytes, withDescendants } from './measure/processes.ts';
import { runRate, startLoad } from './measure/run-load.ts';
import type { Peer } from './peer.ts';
import type { RoundResult } from './summary.ts';

export const ACTORS = 1_000;
export const IN_FLIGHT = 64;
export const WARM_UP_MS = 1_000;
export const MEASURE_MS = 4_000;
/** Earliest and latest moment of the kill, in milliseconds after the start of the load. */
const KILL_BETWEEN_MS = [800, 1_600] as const;
/** Time limit in milliseconds for a system to start and to create its actors. */
const START_MS = 120_000;
/** Milliseconds for which the load continues after the killed system answers again. */
const LOAD_AFTER_MS = 1_000;
/** Milliseconds without any arrival at the collector after which missing effects count as lost. */
const QUIET_MS = 15_000;
/** Milliseconds after the last arrival of an effect for which the benchmark waits for duplicates. */
const LATE_MS = 1_500;

/** Runs one round of a system: starts it, measures its rate and memory, kills it under load, and ends it. */
export async function runRound(peer: Peer, collector: Collector): Promise<Omit<RoundResult, 'busyBefore'>> {
  // The request ids of a round begin with a random prefix, because all rounds and all compared systems share one collector and must not use
  // equal ids.
  const own = crypto.randomUUID().slice(0, 8);
  let processes = await peer.start();
  try {
    await touchAll(peer, `${own}-t-`);
    await checkEffects(peer, `${own}-e`, collector);
    const order = { url: peer.url, request: peer.add, actors: ACTORS, inFlight: IN_FLIGHT };
    const measured = { warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS };
    const usedBefore = processorMs(withDescendants(processes));
    const rate = await runRate({ ...order, request: peer.addOnce ?? peer.add, prefix: `${own}-r-`, report: false, measured });
    const family = withDescendants(processes);
    const use = { residentBytes: residentBytes(family), processorMsPerEvent: (processorMs(family) - usedBefore) / rate.answered };

    const before = await readAll(peer);
    const prefix = `${own}-k-`;
    const load = startLoad({ ...order, prefix, report: true, measured: null });
    await Bun.sleep(KILL_BETWEEN_MS[0] + Math.random() * (KILL_BETWEEN_MS[1] - KILL_BETWEEN_MS[0]));
    const lookedUpBefore = collector.lookups();
    const killedAtMs = Date.now();
    await killAll(processes);
    processes = await peer.start();
    await waitUntilAnswers(peer, `${own}-p-`);
    const probedAtMs = Date.now();
    await Bun.sleep(LOAD_AFTER_MS);
    const { answers, repeats } = await load.end();
    const ids = answers.map((_, n) => `${prefix}${n}`);
    await settle(ids, collector);
    const probed = before.map((count, n) => (n === 0 ? count + 1 : count));
    const kill = judgeKill({
      killedAtMs,
      probedAtMs,
      answers,
      repeats,
      before: probed,
      after: await readAll(peer),
      arrivals: ids.map(collector.arrivals),
      lookups: collector.lookups() - lookedUpBefore,
    });
    return { ...rate, ...use, kill };
  } finally {
    await endAll(processes);
  }
}

/**
 * Makes each actor exist before the measurement: calls each actor once, or creates it explicitly in systems that require it. The first call
 * waits until the system answers.
 */
export async function touchAll(peer: Peer, prefix: string): Promise<void> {
  const order = { url: peer.url, request: peer.create ?? peer.add, report: false };
  const givesUpAt = Date.now() + START_MS;
  const touch = async (n: number) => await sendUntilAnswered(order, actorOf(n, ACTORS), `${prefix}${n}`, () => givesUpAt);
  await touch(0);
  let next = 1;
  const client = async () => {
    while (next < ACTORS) await touch(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
}

/**
 * Checks that effects arrive at all before the kill. A missing effect without a fault is an error of this benchmark, and must not count as
 * a loss of the system.
 */
async function checkEffects(peer: Peer, id: string, collector: Collector): Promise<void> {
  const order = { url: peer.url, request: peer.add, report: true };
  const givesUpAt = Date.now() + START_MS;
  const { failed } = await sendUntilAnswered(order, actorOf(0, ACTORS), id, () => givesUpAt);
  if (failed > 0) throw new Error(`${peer.name} refused ${failed} requests with an effect before it took one`);
  await waitFor(() => collector.arrivals(id) === 1, { what: `an effect of ${peer.name} to arrive`, timeoutMs: QUIET_MS });
}

/**
 * Sends a request to the first actor's counter and repeats it with the same id until it is answered. The reply shows when the system has
 * recovered from the kill.
 */
async function waitUntilAnswers(peer: Peer, id: string): Promise<void> {
  const order = { url: peer.url, request: peer.add, report: false };
  const givesUpAt = Date.now() + START_MS;
  await sendUntilAnswered(order, actorOf(0, ACTORS), id, () => givesUpAt);
}

async function readAll(peer: Peer): Promise<readonly number[]> {
  const counts: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < ACTORS) {
      const n = next++;
      counts[n] = await peer.readCount(actorOf(n, ACTORS));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  return counts;
}

/** Waits until every effect has arrived, or none has arrived for a while. Then waits a little longer for late duplicates. */
async function settle(ids: readonly string[], collector: Collector): Promise<void> {
  let total = collector.total();
  let changedAt = Date.now();
  while (Date.now() - changedAt < QUIET_MS && ids.some((id) => collector.arrivals(id) === 0)) {
    await Bun.sleep(100);
    if (collector.total() !== total) changedAt = Date.now();
    total = collector.total();
  }
  await Bun.sleep(LATE_MS);
}
