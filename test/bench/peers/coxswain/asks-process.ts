import { percentile } from '../../support/measure.ts';
import type { RateResult } from '../measure/load.ts';
import { processorMs, residentBytes } from '../measure/processes.ts';
import type { Use } from '../summary.ts';
import { counterActor } from './counter-actor.ts';
import { openSystem } from './open-system.ts';

// Measures the same workload as over HTTP, but with callers inside the runtime's process. Usage: asks-process.ts STORE_URL ACTORS IN_FLIGHT
// WARM_UP_MS MEASURE_MS
const [storeUrl = '', ...numbers] = process.argv.slice(2);
const [actors = 0, inFlight = 0, warmUpMs = 0, measureMs = 0] = numbers.map(Number);
const { system, close } = await openSystem(storeUrl, 'http://127.0.0.1:1');

let next = 0;
let ended = false;
let took: number[] = [];
const caller = async () => {
  while (!ended) {
    const n = next++;
    const askedAt = performance.now();
    const id = `${process.pid}-${n}`;
    await system.of(counterActor, `a${n % actors}`).ask({ type: 'ADD', id, report: false }, { eventId: id });
    took.push(performance.now() - askedAt);
  }
};
const before = processorMs([process.pid]);
const callers = Promise.all(Array.from({ length: inFlight }, caller));
await Bun.sleep(warmUpMs);
took = [];
const startedAt = performance.now();
await Bun.sleep(measureMs);
const [answers, seconds] = [took, (performance.now() - startedAt) / 1_000];
ended = true;
await callers;
const result: RateResult & Use = {
  perSecond: answers.length / seconds,
  p50Ms: percentile(answers, 0.5),
  p99Ms: percentile(answers, 0.99),
  answered: next,
  repeats: 0,
  residentBytes: residentBytes([process.pid]),
  processorMsPerEvent: (processorMs([process.pid]) - before) / next,
};
console.log(JSON.stringify(result));
await close();
process.exit(0);
