import { expect, test } from 'bun:test';
import { createOrders, ORDERS } from '../../../../src/features/orders/create-orders.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asChainAddress } from '../../../support/branded.ts';

const WALLET = asChainAddress('0x00000000000000000000000000000000000000aa');

function open() {
  let nowMs = 1_000;
  let ids = 0;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  const orders = createOrders({ records, clock, ids: () => `id-${++ids}` });
  return { orders, records, pass: (ms: number) => (nowMs += ms) };
}

test('a stranger who fills the places of a wallet keeps its owner out of none: the oldest makes room', async () => {
  const { orders, records, pass } = open();
  for (let i = 0; i < 1_005; i += 1) {
    pass(1);
    await orders.create({ orderId: `junk-${i}`, walletAddress: WALLET });
  }
  pass(1);
  expect(await orders.create({ orderId: 'own', walletAddress: WALLET })).toMatchObject({ isNew: true });
  expect(await records.collection(ORDERS).count({ wallet: WALLET })).toBe(1_000);
  const { orders: found } = await orders.list(WALLET, { limit: 200 });
  expect(found[0]).toMatchObject({ orderId: 'own' });
});

test('an order is removed after a day', async () => {
  const { orders, records, pass } = open();
  await orders.create({ orderId: 'old', walletAddress: WALLET });
  pass(86_400_001);
  await orders.create({ orderId: 'young', walletAddress: WALLET });
  pass(60_000);
  await orders.create({ orderId: 'younger', walletAddress: WALLET });
  const { rows } = await records.collection(ORDERS).find({ where: { wallet: WALLET }, limit: 10 });
  expect(rows.map(({ orderId }) => orderId).sort()).toEqual(['young', 'younger']);
});

test('a page of large orders is short, and the pages miss and repeat nothing', async () => {
  const { orders, pass } = open();
  const names = Array.from({ length: 50 }, (_, i) => `order-${i}`);
  for (const orderId of names) {
    pass(1);
    await orders.create({ orderId, walletAddress: WALLET, metaData: { text: 'x'.repeat(15_000) } });
  }
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await orders.list(WALLET, { limit: 200, cursor });
    expect(JSON.stringify(page.orders).length).toBeLessThan(300_000);
    seen.push(...page.orders.map(({ orderId }) => orderId));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(names.toReversed());
});

test('a page of a wallet with hundreds of large orders reads only the orders that it shows', async () => {
  const { orders, records, pass } = open();
  for (let i = 0; i < 60; i += 1) {
    pass(1);
    await orders.create({ orderId: `${i}`, walletAddress: WALLET, metaData: { text: 'x'.repeat(15_000) } });
  }
  let read = 0;
  const counting = {
    ...records,
    collection: (spec: Parameters<typeof records.collection>[0]) => {
      const rows = records.collection(spec);
      return {
        ...rows,
        find: async (query: Parameters<typeof rows.find>[0]) => {
          const page = await rows.find(query);
          read += page.rows.length;
          return page;
        },
      };
    },
  };
  const { list } = createOrders({ records: counting as typeof records, clock: { now: () => 2_000 }, ids: () => 'id' });
  const page = await list(WALLET, { limit: 200 });
  expect([page.orders.length, read, page.cursor !== null]).toEqual([17, 17, true]);
});
