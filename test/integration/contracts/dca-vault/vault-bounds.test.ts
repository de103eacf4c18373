import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { encodeFunctionData, maxUint256, parseUnits, toFunctionSelector, zeroAddress } from 'viem';
import { movePrice } from '../../../../src/devnet/move-price.ts';
import { dcaVaultAbi as abi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import {
  admin,
  alice,
  bob,
  createVaultFixture,
  executor,
  farDeadline,
  HOUR,
  names,
  reasonName,
  stranger,
  type VaultFixture,
} from './vault-fixture.ts';

// Tests what an attacker with the executor's key can do to a position whose owner has set price bounds.

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: VaultFixture;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());

const noBound = { leastOutX36: 0n, pool: zeroAddress, window: 0, maxDeviationBps: 0 } as const;
const strictly = async (positionId: number, change: Parameters<VaultFixture['order']>[1] = {}) =>
  await f.revertOf(executor, 'executeStrict', [await f.order(positionId, change), farDeadline]);
const wethPool = () => {
  const pool = f.deployment.pools.find(({ symbols, fee }) => symbols.includes('USDC') && symbols.includes('WETH') && fee === 3000);
  if (pool === undefined) throw new Error('the devnet has no such pool');
  return pool.address;
};

test('a bad price: an order brings what the owner requires, or fails alone and stays due', async () => {
  const [id, other] = [await f.open(), await f.open()];
  // 100 USDC buy about 0.0332 WETH at a price of 3000. The owner's bound is the minimum number of base units of WETH for one base unit of
  // USDC, times 10^36.
  const perUnit = (weth: string) => (parseUnits(weth, 18) * 10n ** 36n) / parseUnits('100', 6);
  const [set] = await f.act(alice, 'setPriceBound', [id, { ...noBound, leastOutX36: perUnit('0.034') }]);
  expect(set).toMatchObject({ eventName: 'PriceBoundSet', args: { positionId: id, leastOutX36: perUnit('0.034'), pool: zeroAddress } });
  expect(await strictly(id)).toBe('OutputBelowLimit');
  const events = await f.execute(await f.order(id), await f.order(other));
  expect(names(events)).toEqual(['OrderFailed', 'OrderExecuted']);
  const [failed] = events;
  if (failed?.eventName !== 'OrderFailed') throw new Error('no OrderFailed');
  expect(reasonName(failed.args.reason)).toBe('OutputBelowLimit');
  expect(await f.position(id)).toMatchObject({ processed: 0, spent: 0n });
  await f.act(alice, 'setPriceBound', [id, { ...noBound, leastOutX36: perUnit('0.033') }]);
  expect(names(await f.execute(await f.order(id)))).toEqual(['OrderExecuted']);
});

test('bound to the mean price: a pool whose price was just moved fills no order until the price has lasted', async () => {
  const id = await f.open({ frequency: 2, interval: 2 });
  await f.advance(HOUR);
  await f.act(alice, 'setPriceBound', [id, { ...noBound, pool: wethPool(), window: 1_800, maxDeviationBps: 200 }]);
  expect(await strictly(id)).toBe('success');
  await movePrice(f.devnet.rpcUrl, f.deployment, 'WETH', '6000');
  expect(await strictly(id)).toBe('OutputBelowAverage');
  await f.advance(1_800);
  expect(await strictly(id)).toBe('success');
  await movePrice(f.devnet.rpcUrl, f.deployment, 'WETH', '3000');
});

test('a pool that is too young or broken stops the order, but never a cancellation', async () => {
  const pool = await f.deploy('AveragePool', [f.token('USDC'), f.token('WETH')]);
  const id = await f.open();
  await f.act(alice, 'setPriceBound', [id, { ...noBound, pool: pool.address, window: 600, maxDeviationBps: 9_999 }]);
  const tell = async (mode: number) =>
    await f.transact(stranger, { to: pool.address, abi: pool.abi, functionName: 'tell', args: [mode, 0, 0n] });
  expect(await strictly(id)).toBe('success');
  // Modes of the fake pool in which it reports no usable average price: its history is too short, it does not answer, it returns too little
  // data, or its price is out of range.
  for (const mode of [1, 2, 3, 5]) {
    await tell(mode);
    expect([mode, await strictly(id)]).toEqual([mode, 'AverageUnavailable']);
  }
  await tell(4);
  expect(await strictly(id)).not.toBe('success');
  expect(names(await f.act(alice, 'cancel', [id]))).toEqual(['Cancelled']);
});

test('only the owner sets bounds of a position, and meaningless bounds are refused', async () => {
  const id = await f.open();
  const average = { ...noBound, pool: wethPool(), window: 600 };
  for (const account of [bob, executor, admin]) expect(await f.revertOf(account, 'setPriceBound', [id, average])).toBe('PositionNotFound');
  expect(await f.revertOf(alice, 'setPriceBound', [id, average])).toBe('success');
  expect(await f.revertOf(alice, 'setPriceBound', [id, { ...average, window: 299 }])).toBe('InvalidAverage');
  const foreign = await f.deploy('AveragePool', [f.token('USDC'), f.token('WBTC')]);
  expect(await f.revertOf(alice, 'setPriceBound', [id, { ...average, pool: foreign.address }])).toBe('InvalidPool');
});

test('a guardian pauses one position or all, and can do nothing else', async () => {
  const [id, other] = [await f.open(), await f.open()];
  await f.execute(await f.order(id));
  await f.advance(HOUR);
  for (const account of [bob, executor, admin, stranger]) {
    expect(await f.revertOf(account, 'pausePosition', [alice.address, id])).toBe('NotOwnerOrGuardian');
    expect(await f.revertOf(account, 'pauseAll', [alice.address])).toBe('NotOwnerOrGuardian');
  }
  await f.act(alice, 'setGuardian', [bob.address]);
  expect(names(await f.act(bob, 'pausePosition', [alice.address, id]))).toEqual(['PositionPaused']);
  expect(await f.act(bob, 'pausePosition', [alice.address, id])).toEqual([]);
  expect(await f.revertOf(bob, 'pausePosition', [alice.address, 10_000])).toBe('PositionNotFound');
  expect([await strictly(id), await strictly(other)]).toEqual(['PositionIsPaused', 'success']);
  expect(await f.revertOf(bob, 'unpausePosition', [id])).toBe('PositionNotFound');
  // Switching automatic buying on must not end the pause of the position, because they are independent settings.
  await f.act(alice, 'setAutoBuy', [id, true]);
  expect(await strictly(id)).toBe('PositionIsPaused');

  await f.act(bob, 'pauseAll', [alice.address]);
  await f.act(alice, 'unpausePosition', [id]);
  const later = await f.open();
  for (const one of [id, other, later]) expect(await strictly(one)).toBe('AllArePaused');
  const [seen] = await f.client.readContract({
    address: f.vault,
    abi,
    functionName: 'positionGuards',
    args: [[{ wallet: alice.address, positionId: id }]],
  });
  const who = [seen?.guardian, seen?.pausedBy, seen?.allPausedBy].map((text) => parseAddress(text ?? ''));
  expect(who).toEqual([bob.address, parseAddress(zeroAddress), bob.address]);

  // The owner must be able to claim and cancel, whether the position is paused or not.
  expect(names(await f.act(alice, 'claim', [id, maxUint256]))).toEqual(['Claimed']);
  expect(names(await f.act(alice, 'cancel', [other]))).toEqual(['Cancelled']);
  await f.act(alice, 'setGuardian', [zeroAddress]);
  await f.act(alice, 'unpauseAll', []);
  expect(await strictly(id)).toBe('success');
  expect(await f.revertOf(bob, 'pauseAll', [alice.address])).toBe('NotOwnerOrGuardian');
});

test('a token that calls back cannot touch a bound or a pause from within its own order', async () => {
  const coin = await f.deploy('HostileToken');
  const router = await f.deploy('HostileRouter');
  await f.allow(router.address);
  const amount = 600n * 10n ** 6n;
  const id = await f.open({ to: coin.address, amount, frequency: 6, interval: 6 * HOUR });
  const entries = [
    encodeFunctionData({ abi, functionName: 'setPriceBound', args: [id, noBound] }),
    encodeFunctionData({ abi, functionName: 'unpausePosition', args: [id] }),
    encodeFunctionData({ abi, functionName: 'pausePosition', args: [alice.address, id] }),
    encodeFunctionData({ abi, functionName: 'pauseAll', args: [coin.address] }),
    encodeFunctionData({ abi, functionName: 'unpauseAll', args: [] }),
    encodeFunctionData({ abi, functionName: 'setGuardian', args: [stranger.address] }),
  ];
  const step = (to: { address: string; abi: typeof coin.abi }, functionName: string, args: readonly unknown[]) => ({
    target: to.address,
    data: encodeFunctionData({ abi: to.abi, functionName, args }),
  });
  const steps = [
    step({ address: f.token('USDC'), abi: coin.abi }, 'transferFrom', [f.vault, router.address, amount / 6n]),
    step(coin, 'mint', [f.vault, 5n]),
  ];
  const data = encodeFunctionData({ abi: router.abi, functionName: 'run', args: [steps] });
  const read = async (functionName: string) => await f.client.readContract({ address: coin.address, abi: coin.abi, functionName });
  for (const hookData of entries) {
    await f.transact(stranger, { to: coin.address, abi: coin.abi, functionName: 'setHook', args: [f.vault, hookData] });
    await f.advance(HOUR);
    const item = await f.order(id, { target: router.address, spender: router.address, data });
    const call = { to: f.vault, abi, functionName: 'executeStrict', args: [item, farDeadline] };
    expect((await f.transact(executor, call)).status).toBe('success');
    expect(await read('lastHookReason')).toBe(toFunctionSelector('ReentrancyGuardReentrantCall()'));
  }
  expect(await read('hookSuccesses')).toBe(0n);
});
