import { expect, test } from 'bun:test';
import { shardOf } from '../../../src/values/shard.ts';
import { createOrderSystem } from './support/order-system.ts';

const MINUTE = 60_000;
const lower: readonly [number, number] = [0, 128];
const upper: readonly [number, number] = [128, 256];

/** Creates orders in both groups of shards (lower and upper half). The facts for a tick arrive only when the test releases them. */
async function ordersInBothGroups() {
  const gates: PromiseWithResolvers<Map<string, string>>[] = [];
  const orders = createOrderSystem({
    facts: () => {
      const gate = Promise.withResolvers<Map<string, string>>();
      gates.push(gate);
      return gate.promise;
    },
    system: { factsDeadlineMs: 10 * MINUTE },
  });
  const keys = Array.from({ length: 20 }, (_, i) => `o${i}`);
  for (const key of keys) {
    await orders.order(key).create({ owner: key });
    await orders.order(key).ask({ type: 'WANT_TICK', dueAtMs: 0 });
  }
  const inLower = keys.filter((key) => shardOf(`order/${key}`) < 128).length;
  const open = () => {
    for (const gate of gates.splice(0)) gate.resolve(new Map([['price/1', '5']]));
  };
  return { ...orders, inLower, inUpper: keys.length - inLower, open };
}

test('groups of shards are ticked side by side, each its own actors, and a group never beside itself', async () => {
  const { test: system, inLower, inUpper, open } = await ordersInBothGroups();
  const atMs = system.time.clock.now() + MINUTE;
  await system.advance(MINUTE);
  const { tick } = system.system();
  const one = tick(atMs, { shards: lower });
  await system.settle();
  const other = tick(atMs, { shards: upper });
  expect(await tick(atMs + MINUTE, { shards: lower })).toBeNull();
  await system.settle();
  open();
  expect(inLower * inUpper).toBeGreaterThan(0);
  expect(await one).toMatchObject({ due: inLower, committed: inLower, missed: 0 });
  expect(await other).toMatchObject({ due: inUpper, committed: inUpper, missed: 0 });
});

test('a tick of everything is refused beside one of a group, and each scope counts what it missed itself', async () => {
  const { test: system, open } = await ordersInBothGroups();
  const atMs = system.time.clock.now() + MINUTE;
  await system.advance(MINUTE);
  const { tick } = system.system();
  const one = tick(atMs, { shards: lower });
  expect(await tick(atMs)).toBeNull();
  expect(await tick(atMs, { shards: [100, 200] })).toBeNull();
  expect(await tick(atMs + MINUTE, { shards: lower })).toBeNull();
  await system.settle();
  open();
  await one;
  const next = tick(atMs + 2 * MINUTE, { shards: lower });
  await system.settle();
  open();
  expect(await next).toMatchObject({ missed: 1 });
  // This node did not tick the group for an hour. Another node may have ticked it meanwhile, so none of these ticks may count as missed.
  const later = tick(atMs + 60 * MINUTE, { shards: lower });
  await system.settle();
  open();
  expect(await later).toMatchObject({ missed: 0 });
});

test('types that have nothing in common are ticked side by side', async () => {
  const { test: system, open } = await ordersInBothGroups();
  const atMs = system.time.clock.now() + MINUTE;
  await system.advance(MINUTE);
  const { tick } = system.system();
  const orders = tick(atMs, { types: ['order'] });
  expect(await tick(atMs, { types: ['other'] })).toMatchObject({ due: 0 });
  expect(await tick(atMs, { types: ['other', 'order'] })).toBeNull();
  await system.settle();
  open();
  await orders;
});
