import { waitFor } from '../../support/wait-for.ts';
import { type BenchLine, benchLine } from '../support/bench-line.ts';
import { median } from '../support/measure.ts';
import { startOrderWorld } from '../support/order-world.ts';
import { type Amounts, growthOf, type StoreSize, sumOf } from '../support/store-size.ts';

// Measures how many commits and bytes one order and one trade add to the store, including all history. Prints on stderr how the bytes are
// distributed over the tables.
const [MOST_COMMITS, MOST_BYTES] = [12, 15_000];
const [POSITIONS, ORDERS, AGENTS] = [8, 5, 4];

await using world = await startOrderWorld();
const lines: BenchLine[] = [];
let before = await world.quiet();
let ordersBefore = 0;

async function ordersOf(positions: number, orders: number): Promise<number> {
  const wanted = ordersBefore + positions * orders;
  await world.open(positions, orders);
  await waitFor(async () => (await world.executed()) >= wanted, { what: 'the orders', timeoutMs: 600_000, everyMs: 500 });
  ordersBefore = wanted;
  return positions * orders;
}

async function measure(name: string, work: () => Promise<number>, bars: boolean): Promise<void> {
  const per = await work();
  const after = await world.quiet();
  report(name, before, after, per);
  const commits = (sumOf(after.commits).count - sumOf(before.commits).count) / per;
  const bytes = (sumOf(after.pages).bytes - sumOf(before.pages).bytes) / per;
  const line = (what: string, unit: string, ours: number, reference: number) =>
    benchLine(`${what} of ${name}`, unit, [{ ours, reference }], bars ? '<= 1' : null, `of ${per}, with its history`, median);
  lines.push(line('commits', 'commits', commits, MOST_COMMITS), line('bytes', 'bytes', bytes, MOST_BYTES));
  before = after;
}

function report(name: string, from: StoreSize, to: StoreSize, per: number): void {
  console.error(`\n${name}, for each of ${per}:`);
  const show = (title: string, a: Amounts, b: Amounts) => {
    console.error(`  ${title}`);
    for (const [what, { count, bytes }] of growthOf(a, b, per)) {
      console.error(`    ${what.padEnd(50)} ${count.toFixed(2).padStart(8)} ${String(bytes).padStart(9)}`);
    }
  };
  show('pages of the file, and their bytes', from.pages, to.pages);
  show('commits, and bytes of their texts before packing', from.commits, to.commits);
  show('deltas by event, and bytes before packing', from.deltas, to.deltas);
}

// The first order also creates the first pages of the store's tables, so it is measured separately.
await measure('the first order of a store', () => ordersOf(1, 1), false);
await measure('a new position with one order', () => ordersOf(1, 1), false);
await measure('an order by itself', () => ordersOf(1, ORDERS), true);
await measure('an order in batches', () => ordersOf(POSITIONS, ORDERS), true);
await measure('a position with one order, in batches', () => ordersOf(4 * POSITIONS, 1), false);
await measure("an agent's trade", () => world.trade(AGENTS), false);
console.log(JSON.stringify(lines));
