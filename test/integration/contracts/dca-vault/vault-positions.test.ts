import { afterAll, beforeAll, expect, test } from 'bun:test';
import { maxUint256, toFunctionSelector } from 'viem';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { dcaVaultAbi as abi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { alice, bob, createVaultFixture, HOUR, names, stranger, usdc, type VaultFixture } from './vault-fixture.ts';

const [, , demoThree] = devnetAccounts.demo;
let f: VaultFixture;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());

test('creating a position transfers the budget and emits all its data', async () => {
  await f.approve(bob, f.token('USDC'), usdc(100));
  const before = await f.balance('USDC', bob.address);
  const events = await f.act(bob, 'createPosition', [f.token('USDC'), f.token('WETH'), usdc(100), 4, 4 * HOUR, true, true]);
  const [created] = events;
  if (created?.eventName !== 'PositionCreated') throw new Error('no PositionCreated');
  const { timestamp } = await f.client.getBlock();
  expect(parseAddress(created.args.wallet)).toBe(bob.address);
  expect(created.args).toMatchObject({ positionId: 1, amount: usdc(100), amountRequested: usdc(100), frequency: 4, interval: 4 * HOUR });
  expect(created.args).toMatchObject({ isAutoBuy: true, autoClaim: true, depositTime: Number(timestamp) });
  expect(await f.balance('USDC', bob.address)).toBe(before - usdc(100));
  expect(await f.position(1, bob.address)).toMatchObject({
    ...{ amount: usdc(100), frequency: 4, processed: 0, spent: 0n, received: 0n, claimable: 0n, status: 1 },
    ...{ nextOrderTime: Number(timestamp), lastOrderTime: 0, nextOrderAmount: usdc(25) },
  });
});

test('ids count from 1 per wallet', async () => {
  const own = await f.open();
  const next = await f.open();
  expect(next).toBe(own + 1);
  expect(await f.open({ owner: demoThree })).toBe(1);
});

test('a schedule or budget that cannot work is refused by name', async () => {
  const [from, to] = [f.token('USDC'), f.token('WETH')];
  await f.approve(alice, from, usdc(1));
  const create = (...args: [typeof from, typeof to, bigint, number, number]) => f.revertOf(alice, 'createPosition', [...args, true, false]);
  expect(await create(from, to, usdc(1), 0, HOUR)).toBe('InvalidSchedule');
  expect(await create(from, to, usdc(1), 10, 9)).toBe('InvalidSchedule');
  expect(await create(from, to, usdc(1), 10, 3651 * 86_400)).toBe('InvalidSchedule');
  expect(await create(from, from, usdc(1), 1, HOUR)).toBe('InvalidTokens');
  expect(await create(from, alice.address, usdc(1), 1, HOUR)).toBe('InvalidTokens');
  expect(await create(from, to, 2n, 3, HOUR)).toBe('AmountTooSmall');
  expect(await create(from, to, 0n, 1, HOUR)).toBe('AmountTooSmall');
  expect(await create(from, to, usdc(2), 1, HOUR)).toBe(toFunctionSelector('ERC20InsufficientAllowance(address,uint256,uint256)'));
});

test('only the owner claims, in parts, and never more than was bought', async () => {
  const id = await f.open();
  await f.execute(await f.order(id));
  const { claimable } = await f.position(id);
  expect(claimable).toBeGreaterThan(0n);
  const before = await f.balance('WETH', alice.address);
  expect(await f.revertOf(bob, 'claim', [id + 1000, 1n])).toBe('PositionNotFound');
  expect(await f.revertOf(alice, 'claim', [id, claimable + 1n])).toBe('ClaimExceedsBalance');
  expect(await f.revertOf(alice, 'claim', [id, 0n])).toBe('NothingToClaim');

  const [part] = await f.act(alice, 'claim', [id, 1_000n]);
  expect(part?.eventName === 'Claimed' && part.args.amount).toBe(1_000n);
  await f.act(alice, 'claim', [id, maxUint256]);
  expect(await f.balance('WETH', alice.address)).toBe(before + claimable);
  expect(await f.revertOf(alice, 'claim', [id, maxUint256])).toBe('NothingToClaim');
  expect(await f.position(id)).toMatchObject({ claimable: 0n, received: claimable, status: 1 });
});

test('cancelling refunds what is unspent and pays what was bought', async () => {
  const id = await f.open();
  await f.execute(await f.order(id));
  const { claimable } = await f.position(id);
  const [dollars, weth] = [await f.balance('USDC', alice.address), await f.balance('WETH', alice.address)];
  const [cancelled] = await f.act(alice, 'cancel', [id]);
  expect(cancelled?.eventName === 'Cancelled' && cancelled.args).toMatchObject({ refunded: usdc(200), paidOut: claimable });
  expect(await f.balance('USDC', alice.address)).toBe(dollars + usdc(200));
  expect(await f.balance('WETH', alice.address)).toBe(weth + claimable);
  expect(await f.position(id)).toMatchObject({ status: 3, claimable: 0n, nextOrderTime: 0, nextOrderAmount: 0n });
  expect(await f.revertOf(alice, 'cancel', [id])).toBe('PositionNotActive');
});

test('a finished position cannot be cancelled, and its purchase stays claimable', async () => {
  const id = await f.open({ frequency: 1, interval: HOUR });
  await f.execute(await f.order(id));
  expect((await f.position(id)).status).toBe(2);
  expect(await f.revertOf(alice, 'cancel', [id])).toBe('PositionNotActive');
  expect(names(await f.act(alice, 'claim', [id, maxUint256]))).toEqual(['Claimed']);
});

test('the two flags belong to the owner', async () => {
  const id = await f.open();
  expect(names(await f.act(alice, 'setAutoBuy', [id, false]))).toEqual(['AutoBuyChanged']);
  expect(names(await f.act(alice, 'setAutoClaim', [id, true]))).toEqual(['AutoClaimChanged']);
  expect(await f.position(id)).toMatchObject({ isAutoBuy: false, autoClaim: true });
  expect(await f.revertOf(stranger, 'setAutoBuy', [id, true])).toBe('PositionNotFound');
});

test('many positions are read in one call, unknown ones as None', async () => {
  const id = await f.open();
  const keys = [
    { wallet: alice.address, positionId: id },
    { wallet: stranger.address, positionId: 7 },
  ];
  const views = await f.client.readContract({ address: f.vault, abi, functionName: 'positions', args: [keys] });
  expect(views.map(({ status }) => status)).toEqual([1, 0]);
  const count = await f.client.readContract({ address: f.vault, abi, functionName: 'positionCount', args: [alice.address] });
  expect(count).toBe(id);
  const last = await f.client.readContract({ address: f.vault, abi, functionName: 'positionsOf', args: [alice.address, id - 1, 10] });
  expect(last.map(({ positionId }) => positionId)).toEqual([id - 1, id]);
  const none = await f.client.readContract({ address: f.vault, abi, functionName: 'positionsOf', args: [alice.address, id + 1, 10] });
  expect(none).toEqual([]);
});
