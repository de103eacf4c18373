import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import type { Address } from '../../../../src/values/address.ts';
import { stopSharedDevnet, takeSharedDevnet } from '../../../support/shared-devnet.ts';
import { admin, alice, bob, executor, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

const schedule = { amount: usdc(300), frequency: 3, interval: 180 };
/** Schedule with one order per hour. Only the first order becomes due within a test. */
const slow = { ...schedule, interval: 3 * 3600 };
let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeEach(async () => {
  dca = await createDcaFixture({ devnet: takeSharedDevnet() });
});
afterEach(() => dca[Symbol.asyncDispose]());
afterAll(stopSharedDevnet);

const record = async () => (await dca.recordsOf(alice.address))[0];
const fillsOf = (wallet: Address) => dca.fills.listOf({ wallet, limit: 200 });

describe('events on the chain', () => {
  test('a position without a record gets one, and is executed', async () => {
    const positionId = await dca.open(schedule);
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'success', positionId, walletAddress: alice.address, amount: 300, frequency: 3 });
    await dca.tick();
    expect(await record()).toMatchObject({ processed: 1 });
  }, 120_000);

  test('a position with a fee is executed with what the fee leaves, and the treasury is paid', async () => {
    await dca.act(admin, 'setTreasury', [bob.address]);
    expect((await dca.post('/create-position', dca.body())).data).toMatchObject({ status: 'pending', feeBps: 0 });
    await dca.act(admin, 'setFee', [100]);
    // The fee must be reported to the owner before the position is opened. Until then, it is not part of the stored record.
    const created = await dca.post('/create-position', dca.body({ interval: slow.interval }));
    expect(created.data).toMatchObject({ status: 'pending', feeBps: 100 });
    expect(await record()).toMatchObject({ status: 'pending', feeBps: null });
    const positionId = await dca.open(slow);
    const before = await dca.balance('USDC', bob.address);
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    expect(await record()).toMatchObject({ positionId, processed: 1, lastError: null, feeBps: 100 });
    expect(await fillsOf(alice.address)).toMatchObject([{ positionId, orderIndex: 0, amountIn: '100000000', fee: '1000000' }]);
    expect((await dca.balance('USDC', bob.address)) - before).toBe(usdc(1));
  }, 120_000);

  test('a client that creates the record after its transaction gets the record that was made for it', async () => {
    await dca.open(schedule);
    await dca.tick();
    const found = await record();
    const created = await dca.post('/create-position', dca.body());
    expect(created.data).toMatchObject({ _id: found?._id, timeFrame: 'minute', status: 'success' });
    const second = await dca.post('/create-position', dca.body());
    expect(second.data).toMatchObject({ status: 'pending' });
  }, 120_000);

  test('a tiny position without a record does not use the executor’s gas', async () => {
    await dca.open({ ...schedule, amount: usdc(2) });
    await dca.tick();
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'success', processed: 0, lastSkip: { kind: 'order-below-minimum' } });
    expect(await fillsOf(alice.address)).toHaveLength(0);
  }, 120_000);

  test('an order that was executed while the service knew nothing of it is recorded from the vault events', async () => {
    const positionId = await dca.open(slow);
    await dca.execute(await dca.order(positionId));
    await dca.tick();
    expect(await fillsOf(alice.address)).toMatchObject([{ positionId, orderIndex: 0, amountIn: '100000000' }]);
    await dca.tick();
    expect(await record()).toMatchObject({ processed: 1, positionId });
    expect(await fillsOf(alice.address)).toHaveLength(1);
  }, 120_000);

  test('an order is skipped, with its reason, while the pool’s price is moved by 5 %, and runs when it is back', async () => {
    await dca.open(slow);
    await dca.tick();
    const before = await dca.devnet.movePrice('WETH', '3200');
    await dca.tick();
    const skipped = await record();
    expect(skipped).toMatchObject({ processed: 0, status: 'success', lastSkip: { kind: 'output-below-minimum' } });
    expect(skipped?.lastError).toContain('output-below-minimum');
    expect(skipped?.lastAttemptAt).toBeString();
    expect(before).toBeString();
    await dca.devnet.movePrice('WETH', '3000');
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    expect(await record()).toMatchObject({ processed: 1, lastError: null, lastAttemptAt: null });
  }, 120_000);

  test('a position that a guardian paused, and one whose owner bounds its price, say so and cost no gas', async () => {
    const positionId = await dca.open(slow);
    await dca.act(alice, 'setGuardian', [bob.address]);
    await dca.act(bob, 'pausePosition', [alice.address, positionId]);
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    const guard = { guardian: bob.address, pausedBy: bob.address, allPausedBy: null };
    const detail = expect.stringContaining(`by its guardian (${bob.address})`);
    expect(await record()).toMatchObject({ status: 'success', processed: 0, lastError: null, lastSkip: { kind: 'paused', detail }, guard });

    await dca.act(alice, 'unpausePosition', [positionId]);
    const nobody = `0x${'0'.repeat(40)}` as const;
    // The owner's bound requires a whole WETH for each dollar, which no pool offers, so the order cannot be executed.
    const leastOutX36 = 10n ** (18n - 6n + 36n);
    await dca.act(alice, 'setPriceBound', [positionId, { leastOutX36, pool: nobody, window: 0, maxDeviationBps: 0 }]);
    for (let minute = 0; minute < 2; minute += 1) await dca.tick();
    const bounded = await record();
    expect(bounded).toMatchObject({
      processed: 0,
      lastSkip: { kind: 'owner-price-bound', detail: expect.stringContaining('requires 100 WETH.') },
      guard: { pausedBy: null, priceBound: { leastOutX36: leastOutX36.toString(), average: null } },
    });
    expect(await fillsOf(alice.address)).toHaveLength(0);
    const sentBy = async () => await createJsonRpc(dca.devnet.rpcUrl)('eth_getTransactionCount', [executor.address, 'latest']);
    const sent = Number(await sentBy());
    await dca.act(alice, 'setPriceBound', [positionId, { leastOutX36: 1n, pool: nobody, window: 0, maxDeviationBps: 0 }]);
    for (let minute = 0; minute < 6; minute += 1) await dca.tick();
    expect(await record()).toMatchObject({ processed: 1 });
    expect(Number(await sentBy())).toBe(sent + 1);
  }, 120_000);

  test('bought tokens are paid out when the owner switches automatic claims on later', async () => {
    const positionId = await dca.open({ ...schedule, frequency: 1, interval: 60 });
    for (let minute = 0; minute < 3; minute += 1) await dca.tick();
    expect(await record()).toMatchObject({ status: 'completed' });
    expect((await dca.position(positionId)).claimable).toBeGreaterThan(0n);
    await dca.act(alice, 'setAutoClaim', [positionId, true]);
    for (let minute = 0; minute < 3; minute += 1) await dca.tick();
    expect((await dca.position(positionId)).claimable).toBe(0n);
  }, 120_000);

  test('a reorg removes the fills and links of removed blocks, and those that are mined again come back', async () => {
    const rpc = createJsonRpc(dca.devnet.rpcUrl);
    const created = await dca.post('/create-position', dca.body());
    const { _id: id }: { _id: string } = created.data;
    await dca.devnet.mine();
    const before = v.parse(v.string(), await rpc('evm_snapshot', []));
    const positionId = await dca.open(schedule);
    await dca.execute(await dca.order(positionId));
    await dca.tick();
    expect(await fillsOf(alice.address)).toHaveLength(1);
    expect(await record()).toMatchObject({ _id: id, positionId, status: 'success' });

    await rpc('evm_revert', [before]);
    await dca.devnet.mine();
    await dca.tick();
    expect(await fillsOf(alice.address)).toHaveLength(0);
    expect(await record()).toMatchObject({ _id: id, positionId: null, status: 'pending' });

    const again = await dca.open(schedule);
    await dca.tick();
    expect(await record()).toMatchObject({ _id: id, positionId: again, status: 'success' });
    expect(await dca.recordsOf(alice.address)).toHaveLength(1);
  }, 120_000);

  test('a cancellation that only a tick saw is undone when a reorg removes it', async () => {
    const rpc = createJsonRpc(dca.devnet.rpcUrl);
    const positionId = await dca.open(slow);
    await dca.tick();
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'success', processed: 1 });
    dca.state.isBlind = true;
    const before = v.parse(v.string(), await rpc('evm_snapshot', []));
    await dca.act(alice, 'cancel', [positionId]);
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'cancelled' });

    await rpc('evm_revert', [before]);
    for (let block = 0; block < 3; block += 1) await dca.devnet.mine();
    dca.state.isBlind = false;
    await dca.tick();
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'success', processed: 1 });
  }, 120_000);

  test('a cancellation that the follower has read, and a completion, are undone when the chain restarts from an older block', async () => {
    const rpc = createJsonRpc(dca.devnet.rpcUrl);
    const positionId = await dca.open(slow);
    const single = await dca.open({ ...slow, amount: usdc(200), frequency: 1 });
    await dca.tick();
    const before = v.parse(v.string(), await rpc('evm_snapshot', []));
    await dca.act(alice, 'cancel', [positionId]);
    await dca.tick();
    await dca.tick();
    const statuses = async () => (await dca.recordsOf(alice.address)).map((one) => [one.positionId, one.status]).sort();
    expect(await statuses()).toEqual([
      [positionId, 'cancelled'],
      [single, 'completed'],
    ]);
    for (let block = 0; block < 5; block += 1) await dca.tick();

    await rpc('evm_revert', [before]);
    dca.state.isBlind = true;
    await dca.tick();
    dca.state.isBlind = false;
    await dca.tick();
    await dca.tick();
    // The reorg removed the transactions of the orders, so the service must execute the orders again.
    await dca.tick();
    expect(await statuses()).toEqual([
      [positionId, 'success'],
      [single, 'completed'],
    ]);
    expect(await dca.position(single)).toMatchObject({ processed: 1 });
    expect((await fillsOf(alice.address)).map((fill) => fill.positionId).sort()).toEqual([positionId, single]);
  }, 120_000);

  test('crashes at every commit buy nothing twice and lose no fill', async () => {
    await dca.post('/create-position', dca.body());
    const positionId = await dca.open(schedule);
    let n = 0;
    dca.system.faults(() => {
      n += 1;
      return n % 7 === 3 ? { kind: 'crash', point: n % 2 === 0 ? 'before' : 'after' } : null;
    });
    for (let minute = 0; minute < 8; minute += 1) await dca.tick();
    dca.system.faults(null);
    for (let minute = 0; minute < 6; minute += 1) await dca.tick();
    expect(dca.system.crashes()).toBeGreaterThan(3);
    expect(await dca.position(positionId)).toMatchObject({ processed: 3, status: 2 });
    expect(await record()).toMatchObject({ status: 'completed', processed: 3 });
    expect((await fillsOf(alice.address)).map(({ orderIndex }) => orderIndex).sort()).toEqual([0, 1, 2]);
  }, 120_000);

  test('a position that an operator restores looks at the chain before it trades', async () => {
    await dca.open({ ...schedule, interval: 360 });
    await dca.tick();
    await dca.tick();
    const id = String((await record())?._id);
    const history = await dca.system.system().operator.history(`dca-position/${id}`, { limit: 50 });
    const linked = history.find(({ event }) => event.type === 'LINKED');
    await dca.system.system().operator.restore(`dca-position/${id}`, linked?.revision ?? 0, 'test');
    expect((await dca.client.of(dcaPosition, id).read())?.snapshot.value).toBe('reconciling');
    await dca.tick();
    expect(await record()).toMatchObject({ status: 'success', processed: 1 });
    expect(await fillsOf(alice.address)).toHaveLength(1);
  }, 120_000);
});
