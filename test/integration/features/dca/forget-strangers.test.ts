import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { dcaStrangers } from '../../../../src/features/dca/dca-strangers.ts';
import { ORDERS } from '../../../../src/features/orders/create-orders.ts';
import { MOST_UNPROVED } from '../../../../src/http/strangers/bounds.ts';
import { forgetStrangers, rowsOf } from '../../../../src/module/forget-strangers.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { hasAllCases } from '../../../support/which-cases.ts';
import { alice, bob, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

const HOUR_MS = 3_600_000;
let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture();
});
afterAll(() => dca[Symbol.asyncDispose]());

const stranger = (n: number) => `0x${n.toString(16).padStart(40, 'd')}`;

function house(most?: number) {
  const { system, records } = dca;
  const clock = system.time.clock;
  const positions = dcaStrangers({ records, store: system.store, links: dca.links });
  const gone = new Map<string, number>();
  const { round } = forgetStrangers({
    actors: [most === undefined ? positions : { ...positions, most }],
    rows: [rowsOf(records, ORDERS, MOST_UNPROVED)],
    forget: system.system().forget,
    onForgotten: (kind, count) => gone.set(kind, (gone.get(kind) ?? 0) + count),
    ...{ clock, log: silentLog },
    timers: { after: () => () => {}, soon: () => {} },
  });
  return { round, gone };
}
const isThere = async (id: string) => (await dca.client.of(dcaPosition, id).read()) !== null;
const create = async (wallet: string): Promise<string> => {
  const { data }: { data: { _id: string } } = await dca.post('/create-position', dca.body({ walletAddress: wallet }));
  return data._id;
};

test('records without an on-chain position are removed after a day; linked and younger records stay', async () => {
  const linked = await create(alice.address);
  await dca.open({ owner: alice, amount: usdc(300), frequency: 3, interval: 180 });
  await dca.tick();
  const flood = await Promise.all(Array.from({ length: hasAllCases ? 120 : 30 }, (_, at) => create(stranger(at % 3))));
  const { round, gone } = house();
  await dca.system.advance(23 * HOUR_MS);
  const young = await create(bob.address);
  await round();
  expect(gone.get('dca-position')).toBe(0);
  await dca.system.advance(HOUR_MS);
  await round();
  expect(gone.get('dca-position')).toBe(flood.length);
  expect(await Promise.all(flood.map(isThere))).not.toContain(true);
  expect([await isThere(linked), await isThere(young)]).toEqual([true, true]);
  expect(await dca.recordsOf(stranger(0))).toEqual([]);
  expect(await dca.waitingOf(stranger(0))).toEqual([]);
  expect(await dca.post(`/update-position/${flood[0]}`, { note: 'x' })).toMatchObject({ status: 404 });
  expect(await dca.recordsOf(alice.address)).toMatchObject([{ _id: linked, status: 'success' }]);
  expect(await dca.waitingOf(bob.address)).toEqual([young]);
}, 120_000);

test('a record whose link a fork removed stays, however old', async () => {
  const id = await create(stranger(0xee));
  const link = { vault: dca.vault, positionId: 999 };
  await dca.client.of(dcaPosition, id).ask({ type: 'LINKED', link });
  const { record, link: found } = await dca.linkOf(id, 999);
  await dca.links.unlink(found);
  await dca.client.of(dcaPosition, id).ask({ type: 'UNLINKED', link });
  expect(record.recordId).toBe(id);
  await dca.system.advance((hasAllCases ? 48 : 25) * HOUR_MS);
  await house().round();
  expect(await isThere(id)).toBe(true);
});

test('beyond the bound the oldest records are removed early', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    ids.push(await create(stranger(10 + at)));
    await dca.system.advance(1_000);
  }
  const others = await dca.system.store.count({ type: 'dca-position', statuses: ['pending'] });
  await house(others - 4).round();
  const left = await Promise.all(ids.map(isThere));
  expect(left.filter(Boolean).length).toBeLessThan(6);
  expect(left).toEqual([...left].sort((a, b) => Number(a) - Number(b)));
});

test('the total number of rows in collections is bounded too', async () => {
  const orders = dca.records.collection<JsonObject>(ORDERS);
  const rest = { saidText: '{}', digest: 'd', createdAtMs: 5 };
  const inTime = dca.system.time.clock.now() + HOUR_MS;
  const row = (at: number) => ({ id: `o${at}`, value: { ...rest, wallet: stranger(0), orderId: `${at}`, expiresAtMs: inTime + at } });
  await orders.insertMany(Array.from({ length: MOST_UNPROVED + 7 }, (_, at) => row(at)));
  // This document cannot be read, because its wallet is a number. Expired documents must be removed even when they cannot be read.
  await orders.put('o3', { wallet: 5, orderId: 'o3', expiresAtMs: inTime + 3 });
  const { round, gone } = house();
  await round();
  expect(gone.get('orders')).toBe(7);
  for (const id of ['o3', 'o6']) expect(await orders.get(id)).toBeNull();
  expect(await orders.get('o7')).not.toBeNull();
}, 60_000);
