import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { alice, bob, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { CHAIN_ID, createDcaFixture } from './dca-fixture.ts';

const carol = devnetAccounts.demo[2];
const schedule = { amount: usdc(300), frequency: 3, interval: 180 };
let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture();
});
afterAll(() => dca[Symbol.asyncDispose]());

describe('a DCA position on a real chain', () => {
  test('created over HTTP, opened in the vault, is linked and buys once per order until it is completed', async () => {
    const created = await dca.post('/create-position', dca.body());
    expect(created.status).toBe(201);
    const { _id: id }: { _id: string } = created.data;
    expect(created.data).toMatchObject({ status: 'pending', processed: 0, amount: 300, amountBaseUnits: '300000000', duration: 180 });
    expect(created.data).toMatchObject({ fromToken: { symbol: 'USDC' }, toToken: { symbol: 'WETH' }, chainId: CHAIN_ID });

    const positionId = await dca.open(schedule);
    await dca.post(`/update-position/${id}`, { status: 'success' });
    await dca.quiet();
    expect(await dca.recordsOf(alice.address)).toMatchObject([{ _id: id, status: 'success', positionId }]);

    for (let minute = 0; minute < 5; minute += 1) await dca.tick();
    expect(await dca.position(positionId)).toMatchObject({ processed: 3, status: 2, spent: usdc(300) });
    const [record] = await dca.recordsOf(alice.address);
    expect(record).toMatchObject({
      status: 'completed',
      processed: 3,
      ordersLeft: 0,
      spent: '300000000',
      lastError: null,
      lastAttemptAt: null,
    });
    expect(Number(record?.averagePrice)).toBeGreaterThan(0);

    const { data: fills }: { data: { txHash: string; orderIndex: number; amountIn: string }[] } = await dca.get(
      `/dca-fills?walletAddress=${alice.address}&positionId=${positionId}`,
    );
    expect(fills.map(({ orderIndex }) => orderIndex)).toEqual([2, 1, 0]);
    expect(new Set(fills.map(({ txHash }) => txHash)).size).toBe(3);
    expect(fills[0]).toMatchObject({ amountIn: '100000000', fromToken: { symbol: 'USDC' }, toToken: { symbol: 'WETH' } });
  }, 120_000);

  test('orders a minute apart run in each minute, also when its block comes up to two seconds late', async () => {
    const frequency = 12;
    expect((await dca.post('/create-position', dca.body({ walletAddress: carol.address, frequency, interval: 720 }))).status).toBe(201);
    const positionId = await dca.open({ amount: usdc(300), frequency, interval: 720, owner: carol });
    await dca.tick();
    const processed = async () => (await dca.position(positionId, carol.address)).processed;
    const first = await processed();
    for (let minute = 1; first + minute <= frequency; minute += 1) {
      await dca.tick(minute % 3);
      expect(await processed()).toBe(first + minute);
    }
    expect(await dca.recordsOf(carol.address)).toMatchObject([{ status: 'completed', processed: frequency }]);
  }, 120_000);

  test('a cancellation that is only in the record does not stop the orders; one on chain ends the position', async () => {
    const created = await dca.post('/create-position', dca.body({ walletAddress: bob.address }));
    const { _id: id }: { _id: string } = created.data;
    const positionId = await dca.open({ ...schedule, owner: bob, amount: usdc(300) });
    await dca.tick();
    expect((await dca.post('/cancel-dca', { dcaId: id })).status).toBe(201);
    expect(await dca.recordsOf(bob.address)).toMatchObject([{ status: 'cancelled' }]);
    await dca.tick();
    expect(await dca.position(positionId, bob.address)).toMatchObject({ processed: 1 });
    expect(await dca.recordsOf(bob.address)).toMatchObject([{ status: 'success', processed: 1 }]);

    await dca.act(bob, 'cancel', [positionId]);
    await dca.tick();
    expect(await dca.recordsOf(bob.address)).toMatchObject([{ status: 'cancelled', processed: 1 }]);
    // The follower and the actor run in the same tick, so the actor reads in the next tick what the follower has found. After that second
    // tick, further ticks must not write the actor.
    await dca.tick();
    const revision = (await dca.client.of(dcaPosition, id).read())?.revision;
    await dca.tick();
    await dca.tick();
    expect((await dca.client.of(dcaPosition, id).read())?.revision).toBe(revision ?? -1);
  }, 120_000);
});
