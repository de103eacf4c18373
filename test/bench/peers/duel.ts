import type { LoadOrder } from './measure/load.ts';
import { endAll, type SystemProcess } from './measure/processes.ts';
import { runRate } from './measure/run-load.ts';
import type { Peer } from './peer.ts';
import { ACTORS, IN_FLIGHT, touchAll } from './round.ts';
import type { Duel } from './summary.ts';

const PAIRS = 8;
const SLICE = { warmUpMs: 400, measureMs: 1_600 };

/**
 * Measures this runtime and Restate's adapter in short alternating slices, while both systems are running. The machine's load changes
 * within seconds, and it affects the ratio of two consecutive slices least. Every second pair of slices starts with the other system.
 */
export async function runDuel(ours: Peer, restate: Peer): Promise<Duel> {
  const processes: SystemProcess[] = [];
  try {
    for (const peer of [ours, restate]) {
      processes.push(...(await peer.start()));
      await touchAll(peer, `${crypto.randomUUID()}-`);
    }
    const pairs: { ours: number; restate: number }[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      if (pair % 2 === 0) {
        const first = await slice(ours);
        pairs.push({ ours: first, restate: await slice(restate) });
      } else {
        const first = await slice(restate);
        pairs.push({ restate: first, ours: await slice(ours) });
      }
    }
    return pairs;
  } finally {
    await endAll(processes);
  }
}

async function slice(peer: Peer): Promise<number> {
  const order: Omit<LoadOrder, 'measured'> = {
    url: peer.url,
    request: peer.addOnce ?? peer.add,
    prefix: `${crypto.randomUUID()}-`,
    actors: ACTORS,
    inFlight: IN_FLIGHT,
    report: false,
  };
  return (await runRate({ ...order, measured: SLICE })).perSecond;
}
