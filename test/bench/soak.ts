// Executes many orders, and prints the memory of the service over time. Run it with `bun test/bench/soak.ts [--orders N]`; it exits with 1
// when memory still grows in the second half.
import { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { waitFor } from '../support/wait-for.ts';
import { startOrderWorld } from './support/order-world.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '2000' } } });
const ORDERS = Number(values.orders);
const EACH = 10;
/** Positions that are opened at a time. */
const AT_ONCE = 20;
/** Growth from the third to the last quarter of the run that counts as a leak: bytes for each order. */
const MOST_PER_ORDER = 10_000;
const MB = 1_000_000;

type Sample = {
  readonly orders: number;
  readonly sec: number;
  readonly residentMb: number;
  readonly heapMb: number;
  readonly fileMb: number;
};

await using world = await startOrderWorld();
const startedAt = performance.now();
const samples: Sample[] = [];
let opened = 0;
while (opened < ORDERS) {
  const positions = Math.min(AT_ONCE, Math.ceil((ORDERS - opened) / EACH));
  await world.open(positions, EACH);
  opened += positions * EACH;
  await waitFor(async () => (await world.executed()) >= opened, { what: `${opened} orders`, timeoutMs: 900_000, everyMs: 1_000 });
  samples.push(await sample(opened));
  const { orders, sec, residentMb, heapMb, fileMb } = samples.at(-1) as Sample;
  console.log(
    `${String(orders).padStart(6)} orders ${sec.toFixed(0).padStart(6)} s  resident ${residentMb.toFixed(1).padStart(7)} MB  heap ${heapMb.toFixed(1).padStart(6)} MB  store ${fileMb.toFixed(2).padStart(6)} MB`,
  );
}
const half = samples.slice(Math.floor(samples.length / 2));
const [third, fourth] = [half.slice(0, Math.ceil(half.length / 2)), half.slice(Math.ceil(half.length / 2))].map(least);
const between = (ORDERS / 4) * MOST_PER_ORDER;
const grew = fourth !== undefined && third !== undefined && (fourth - third) * MB > between;
console.log(grew ? 'Memory grows steadily.' : 'Memory does not grow steadily.');
process.exitCode = grew ? 1 : 0;

async function sample(orders: number): Promise<Sample> {
  const text = await (await fetch(world.service.url.replace(/\/api$/, '/metrics'), { headers: world.service.asOperator() })).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / MB;
  const status = readFileSync(`/proc/${world.service.pid}/status`, 'utf8');
  return {
    orders,
    sec: (performance.now() - startedAt) / 1_000,
    residentMb: (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / MB,
    heapMb: metric('coxswain_process_heap_bytes'),
    fileMb: pageBytes() / MB,
  };
}

/** With what is still in the write-ahead log. */
function pageBytes(): number {
  using db = new Database(world.path, { readonly: true });
  return Number(db.query('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').values()[0]?.[0]);
}

/** The least heap of some samples: what is left after a collection of garbage. */
function least(some: readonly Sample[]): number {
  return Math.min(...some.map(({ heapMb }) => heapMb));
}
