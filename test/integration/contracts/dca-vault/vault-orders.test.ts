import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import {
  alice,
  bob,
  createVaultFixture,
  executor,
  farDeadline,
  HOUR,
  ITEM_GAS,
  type Item,
  names,
  reasonName,
  usdc,
  type VaultFixture,
} from './vault-fixture.ts';

let f: VaultFixture;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());

/** Executes one order that must fail, and returns the name of the error. */
async function failure(...items: readonly Item[]): Promise<string> {
  const [failed, ...others] = await f.execute(...items);
  expect(others).toEqual([]);
  if (failed?.eventName !== 'OrderFailed') throw new Error(`expected OrderFailed, got ${failed?.eventName}`);
  return reasonName(failed.args.reason);
}

test('orders run at their slots, the first at once, and the last takes the remainder', async () => {
  const id = await f.open({ amount: 100_000_001n, frequency: 3, interval: 3 * HOUR });
  const spent: bigint[] = [];
  for (let index = 0; index < 3; index++) {
    const [done] = await f.execute(await f.order(id));
    if (done?.eventName !== 'OrderExecuted') throw new Error('no OrderExecuted');
    expect(done.args).toMatchObject({ positionId: id, orderIndex: index, processed: index + 1 });
    spent.push(done.args.amountIn);
    const { timestamp } = await f.client.getBlock();
    const p = await f.position(id);
    const slot = p.depositTime + (index + 1) * HOUR;
    expect(p).toMatchObject({ lastOrderTime: Number(timestamp), nextOrderTime: index === 2 ? 0 : slot });
    if (index < 2) await f.advance(HOUR);
  }
  expect(spent).toEqual([33_333_333n, 33_333_333n, 33_333_335n]);
  expect(await f.position(id)).toMatchObject({ status: 2, spent: 100_000_001n, processed: 3 });
});

test('an order one second before its time fails, and succeeds at its time', async () => {
  const id = await f.open();
  await f.execute(await f.order(id));
  const { nextOrderTime } = await f.position(id);
  await f.devnet.setNextBlockTimestamp(nextOrderTime - 1);
  expect(await failure(await f.order(id))).toBe('TooEarly');
  await f.devnet.setNextBlockTimestamp(nextOrderTime);
  expect(names(await f.execute(await f.order(id)))).toEqual(['OrderExecuted']);
});

test('after a gap one order runs at once, and the next at its own slot: no burst', async () => {
  const id = await f.open();
  await f.execute(await f.order(id));
  const { depositTime } = await f.position(id);
  const late = depositTime + 10 * HOUR + HOUR / 4;
  await f.devnet.setNextBlockTimestamp(late);
  await f.execute(await f.order(id));
  expect(await failure(await f.order(id))).toBe('TooEarly');
  expect((await f.position(id)).nextOrderTime).toBe(depositTime + 11 * HOUR);
});

test('a repeated or a skipped order index is refused', async () => {
  const id = await f.open({ interval: 3 });
  const first = await f.order(id);
  await f.execute(first);
  await f.advance(HOUR);
  expect(await failure(first)).toBe('WrongOrderIndex');
  expect(await failure(await f.order(id, { orderIndex: 2 }))).toBe('WrongOrderIndex');
  const twice = await f.order(id);
  expect(names(await f.execute(twice, twice))).toEqual(['OrderExecuted', 'OrderFailed']);
  expect((await f.position(id)).processed).toBe(2);
});

test('a batch past its deadline does nothing', async () => {
  const id = await f.open();
  const items = [await f.order(id)];
  const { timestamp } = await f.client.getBlock();
  expect(await f.revertOf(executor, 'execute', [items, timestamp - 1n])).toBe('DeadlinePassed');
  expect(await f.revertOf(executor, 'executeStrict', [await f.order(id), timestamp - 1n])).toBe('DeadlinePassed');
});

test('only the executor executes', async () => {
  const item = await f.order(await f.open());
  expect(await f.revertOf(alice, 'execute', [[item], farDeadline])).toBe('NotExecutor');
  expect(await f.revertOf(alice, 'executeStrict', [item, farDeadline])).toBe('NotExecutor');
  expect(await f.revertOf(alice, 'executeOrder', [item])).toBe('NotSelf');
  expect(await f.revertOf(executor, 'executeOrder', [item])).toBe('NotSelf');
  expect(await f.revertOf(executor, 'payOut', [alice.address, item.positionId])).toBe('NotSelf');
  expect(await f.revertOf(bob, 'processAutoClaims', [[{ wallet: alice.address, positionId: 1 }], farDeadline])).toBe('NotExecutor');
});

test('an order without a minimum output, or below it, fails', async () => {
  const id = await f.open();
  expect(await failure(await f.order(id, { amountOutMin: 0n }))).toBe('MinimumOutputRequired');
  const exact = await f.client.simulateContract({
    ...{ address: f.vault, abi: dcaVaultAbi },
    ...{ functionName: 'executeStrict', args: [await f.order(id), farDeadline], account: executor.address, blockTag: 'pending' },
  });
  expect(await failure(await f.order(id, { amountOutMin: exact.result + 1n }))).toBe('OutputBelowMinimum');
  expect(names(await f.execute(await f.order(id, { amountOutMin: exact.result })))).toEqual(['OrderExecuted']);
  expect((await f.position(id)).received).toBe(exact.result);
});

test('an output that is sent elsewhere does not count', async () => {
  const id = await f.open();
  const data = f.swapData(f.token('USDC'), f.token('WETH'), usdc(100), 3000, executor.address);
  expect(await failure(await f.order(id, { data }))).toBe('OutputBelowMinimum');
  expect(await f.position(id)).toMatchObject({ processed: 0, spent: 0n });
});

test('an order spends exactly its share, no more and no less', async () => {
  const id = await f.open();
  const more = f.swapData(f.token('USDC'), f.token('WETH'), usdc(100) + 1n, 3000);
  const [refused] = await f.execute(await f.order(id, { data: more }));
  expect(refused?.eventName).toBe('OrderFailed');
  const less = f.swapData(f.token('USDC'), f.token('WETH'), usdc(99), 3000);
  expect(await failure(await f.order(id, { data: less }))).toBe('InputMismatch');
});

test('only allow-listed targets and spenders are used', async () => {
  const id = await f.open();
  const { factory, swapRouter } = f.deployment.contracts;
  expect(await failure(await f.order(id, { target: factory }))).toBe('RouterNotAllowed');
  expect(await failure(await f.order(id, { spender: factory }))).toBe('RouterNotAllowed');
  expect(await failure(await f.order(id, { target: f.token('USDC') }))).toBe('RouterNotAllowed');
  expect(await failure(await f.order(id, { target: f.vault, spender: swapRouter }))).toBe('RouterNotAllowed');
});

test('a failing item leaves the others of its batch alone, and says why', async () => {
  const [good, off, other] = [await f.open(), await f.open({ isAutoBuy: false }), await f.open({ owner: bob, to: 'WBTC' })];
  const events = await f.execute(
    await f.order(good),
    await f.order(off),
    await f.order(9_999, { orderIndex: 0 }),
    await f.order(other, { wallet: bob.address }),
    await f.order(good, { data: '0x12345678', orderIndex: 1 }),
  );
  expect(names(events)).toEqual(['OrderExecuted', 'OrderFailed', 'OrderFailed', 'OrderExecuted', 'OrderFailed']);
  const reasons = events.flatMap((event) => (event.eventName === 'OrderFailed' ? [reasonName(event.args.reason)] : []));
  expect(reasons).toEqual(['AutoBuyOff', 'PositionNotFound', 'TooEarly']);
});

test('a router that reverts without a reason is reported as such', async () => {
  const id = await f.open();
  expect(await failure(await f.order(id, { data: '0x12345678' }))).toBe('SwapFailed');
});

test('a batch with too little gas reverts whole instead of failing its items', async () => {
  const items = [await f.order(await f.open()), await f.order(await f.open())];
  expect(await f.revertOf(executor, 'execute', [items, farDeadline], ITEM_GAS + 300_000n)).toBe('InsufficientGas');
  const enough = (ITEM_GAS * 64n) / 63n + 260_000n;
  expect(names(await f.act(executor, 'execute', [items, farDeadline], 2n * enough + 100_000n))).toEqual(['OrderExecuted', 'OrderExecuted']);
  const huge = { ...items[0], gasLimit: 2n ** 255n };
  expect(await f.revertOf(executor, 'execute', [[{ ...(await f.order(1)), ...huge }], farDeadline])).toBe('InsufficientGas');
});

test('an item that runs out of its own gas fails alone', async () => {
  const [starved, fed] = [await f.open(), await f.open()];
  const events = await f.execute(await f.order(starved, { gasLimit: 60_000n }), await f.order(fed));
  expect(names(events)).toEqual(['OrderFailed', 'OrderExecuted']);
  expect((await f.position(starved)).processed).toBe(0);
});

test('an empty batch, or one over the maximum, is refused', async () => {
  const item = await f.order(await f.open());
  expect(await f.revertOf(executor, 'execute', [[], farDeadline])).toBe('BatchSize');
  expect(await f.revertOf(executor, 'execute', [Array.from({ length: 33 }, () => item), farDeadline])).toBe('BatchSize');
});

test('with auto-claim on, each order pays its owner', async () => {
  const id = await f.open({ autoClaim: true });
  const before = await f.balance('WETH', alice.address);
  const events = await f.execute(await f.order(id));
  expect(names(events)).toEqual(['OrderExecuted', 'AutoClaimed']);
  const { received, claimable } = await f.position(id);
  expect(claimable).toBe(0n);
  expect(await f.balance('WETH', alice.address)).toBe(before + received);
});

test('the executor pays out what was bought before auto-claim was switched on, and nothing else', async () => {
  const [id, off] = [await f.open(), await f.open()];
  await f.execute(await f.order(id), await f.order(off));
  await f.act(alice, 'setAutoClaim', [id, true]);
  const keys = [id, off, 9_999].map((positionId) => ({ wallet: alice.address, positionId }));
  const events = await f.act(executor, 'processAutoClaims', [keys, farDeadline]);
  expect(names(events)).toEqual(['AutoClaimed', 'AutoClaimFailed', 'AutoClaimFailed']);
  expect((await f.position(id)).claimable).toBe(0n);
  expect((await f.position(off)).claimable).toBeGreaterThan(0n);
  const [again] = await f.act(executor, 'processAutoClaims', [keys.slice(0, 1), farDeadline]);
  expect(again?.eventName === 'AutoClaimFailed' && reasonName(again.args.reason)).toBe('NothingToClaim');
});

test('the strict form reverts with the reason that a batch would only report', async () => {
  const id = await f.open({ isAutoBuy: false });
  expect(await f.revertOf(executor, 'executeStrict', [await f.order(id), farDeadline])).toBe('AutoBuyOff');
  await f.act(alice, 'setAutoBuy', [id, true]);
  expect(await f.revertOf(executor, 'executeStrict', [await f.order(id), farDeadline])).toBe('success');
});
