// Soak test: executes many orders, and prints the memory of the service over time. Run with `bun test/bench/soak.ts [--orders N]`. Exits
// with 1 when memory still grows in the second half of the run.
import { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { waitFor } from '../support/wait-for.ts';
import { startOrderWorld } from './support/order-world.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '2000' } } });
const ORDERS = Number(values.orders);
const EACH = 10;
/** Number of positions that the soak test opens at the same time. */
const AT_ONCE = 20;
const EVERY_MS = 500;
/** Maximum heap growth per order in bytes, from the third quarter of the run to the last. More growth counts as a memory leak. */
const MOST_BYTES = 10_000;
const MB = 1_000_000;

type Sample = { readonly orders: number; readonly resident: number; readonly heap: number };

await using world = await startOrderWorld();
const startedAt = performance.now();
const samples: Sample[] = [];
let opened = 0;
while (opened < ORDERS) {
  const positions = Math.min(AT_ONCE, Math.ceil((ORDERS - opened) / EACH));
  await world.open(positions, EACH);
  opened += positions * EACH;
  const from = samples.length;
  await waitFor(
    async () => {
      const orders = await world.executed();
      samples.push(await sample(orders));
      return orders >= opened;
    },
    { what: `${opened} orders`, timeoutMs: 900_000, everyMs: EVERY_MS },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { resident, heap } = leastOf(samples.slice(from));
  const figures = `resident ${megabytes(resident)}  heap ${megabytes(heap)}  store ${megabytes(pageBytes())}`;
  console.log(`${String(opened).padStart(6)} orders ${seconds.toFixed(0).padStart(5)} s  ${figures}`);
}
const quarter = (n: number) => leastOf(samples.filter(({ orders }) => orders >= (n * opened) / 4 && orders <= ((n + 1) * opened) / 4)).heap;
const perOrder = ((quarter(3) - quarter(2)) * 4) / opened;
const isLeak = perOrder > MOST_BYTES;
console.log(
  `From the third to the last quarter ${Math.round(perOrder)} bytes of heap for each order: memory ${isLeak ? 'grows steadily' : 'is flat'}.`,
);
process.exitCode = isLeak ? 1 : 0;

async function sample(orders: number): Promise<Sample> {
  const response = await fetch(world.service.url.replace(/\/api$/, '/metrics'), { headers: world.service.asOperator() });
  const heap = Number(/^coxswain_process_heap_bytes (\S+)$/m.exec(await response.text())?.[1]);
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${world.service.pid}/status`, 'utf8'))?.[1]) * 1_024;
  return { orders, resident, heap };
}

/** Returns the smallest memory values of several samples, which are those just after a garbage collection. */
function leastOf(some: readonly Sample[]): Pick<Sample, 'resident' | 'heap'> {
  return { resident: Math.min(...some.map(({ resident }) => resident)), heap: Math.min(...some.map(({ heap }) => heap)) };
}

/** Size of the store's pages in bytes, including those that exist only in the write-ahead log. */
function pageBytes(): number {
  using db = new Database(world.path, { readonly: true });
  return Number(db.query('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').values()[0]?.[0]);
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1).padStart(6)} MB`;
}
