import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import * as v from 'valibot';
import {
  type Abi,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseUnits,
  toFunctionSelector,
} from 'viem';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import type { Address } from '../../../../src/values/address.ts';
import {
  admin,
  alice,
  bob,
  createVaultFixture,
  executor,
  HOUR,
  type Item,
  names,
  reasonName,
  stranger,
  usdc,
  type VaultFixture,
} from './vault-fixture.ts';

const REENTERED = toFunctionSelector('ReentrancyGuardReentrantCall()');
const CALL_FAILED = toFunctionSelector('CallFailed(uint256,bytes)');

type Contract = { readonly address: Address; readonly abi: Abi };
type Step = { readonly target: Address; readonly data: Hex };

let f: VaultFixture;
let router: Contract;
let token: Contract;
beforeAll(async () => {
  f = await createVaultFixture();
});
afterAll(async () => await f.devnet.stop());
beforeEach(async () => {
  router = await f.deploy('HostileRouter');
  token = await f.deploy('HostileToken');
  await f.allow(router.address);
});

const routed = (functionName: string, args: readonly unknown[]) => encodeFunctionData({ abi: router.abi, functionName, args });
const run = (...steps: Step[]) => routed('run', [steps]);
const step = (target: Address, abi: Abi, functionName: string, args: readonly unknown[]): Step => ({
  target,
  data: encodeFunctionData({ abi, functionName, args }),
});
const take = (of: Address, amount: bigint) => step(of, erc20Abi, 'transferFrom', [f.vault, router.address, amount]);
const give = (amount: bigint) => step(token.address, token.abi, 'mint', [f.vault, amount]);
const viaRouter = () => ({ target: router.address, spender: router.address });
const read = async (contract: Contract, functionName: string) =>
  await f.client.readContract({ address: contract.address, abi: contract.abi, functionName });

async function failureOf(...items: readonly Item[]): Promise<Hex> {
  const [failed] = await f.execute(...items);
  if (failed?.eventName !== 'OrderFailed') throw new Error(`expected OrderFailed, got ${failed?.eventName}`);
  return failed.args.reason;
}

test('a token that calls back while it is bought can enter no function of the vault', async () => {
  const id = await f.open({ to: token.address });
  const item = await f.order(id, viaRouter());
  const entries: Hex[] = [
    encodeFunctionData({ abi: dcaVaultAbi, functionName: 'cancel', args: [id] }),
    encodeFunctionData({ abi: dcaVaultAbi, functionName: 'claim', args: [id, 1n] }),
    encodeFunctionData({
      abi: dcaVaultAbi,
      functionName: 'createPosition',
      args: [f.token('USDC'), f.token('WETH'), 0n, 1, 1, true, true],
    }),
  ];
  for (const [index, hookData] of entries.entries()) {
    await f.transact(stranger, { to: token.address, abi: token.abi, functionName: 'setHook', args: [f.vault, hookData] });
    if (index > 0) await f.advance(HOUR);
    const p = await f.position(id);
    const data = run(take(f.token('USDC'), usdc(100)), give(5n));
    expect(names(await f.execute({ ...item, orderIndex: p.processed, data }))).toEqual(['OrderExecuted']);
    expect(await read(token, 'lastHookReason')).toBe(REENTERED);
  }
  expect(await read(token, 'hookSuccesses')).toBe(0n);
  expect(await f.position(id)).toMatchObject({ processed: 3, received: 15n, spent: usdc(300) });
});

test('a token that calls back while it is deposited or paid out cannot enter either', async () => {
  await f.transact(stranger, { to: token.address, abi: token.abi, functionName: 'mint', args: [alice.address, 1_000n] });
  const cancel = encodeFunctionData({ abi: dcaVaultAbi, functionName: 'cancel', args: [1] });
  await f.transact(stranger, { to: token.address, abi: token.abi, functionName: 'setHook', args: [f.vault, cancel] });
  const id = await f.open({ from: token.address, amount: 900n });
  expect(await read(token, 'lastHookReason')).toBe(REENTERED);
  await f.act(alice, 'cancel', [id]);
  expect(await read(token, 'hookSuccesses')).toBe(0n);
  expect(await f.balance(token.address, alice.address)).toBe(1_000n);
});

test('a router cannot pay an order with a deposit of its own, which would count it twice', async () => {
  const id = await f.open({ to: token.address });
  const deposit = step(f.vault, dcaVaultAbi, 'createPosition', [token.address, f.token('USDC'), 50n, 1, 1, true, true]);
  const approve = step(token.address, erc20Abi, 'approve', [f.vault, 50n]);
  const mint = step(token.address, token.abi, 'mint', [router.address, 50n]);
  const data = run(take(f.token('USDC'), usdc(100)), mint, approve, deposit);
  const reason = await failureOf(await f.order(id, { ...viaRouter(), data }));
  expect(reason.slice(0, 10)).toBe(CALL_FAILED);
  const { args } = decodeErrorResult({ abi: router.abi, data: reason });
  expect(v.parse(v.tuple([v.bigint(), v.string()]), args)).toEqual([3n, REENTERED]);
});

test('a router gets exactly the order’s input, and keeps no allowance', async () => {
  const id = await f.open({ to: token.address });
  await f.open({ to: token.address });
  const greedy = await f.order(id, { ...viaRouter(), data: run(take(f.token('USDC'), usdc(100)), take(f.token('USDC'), 1n), give(1n)) });
  expect((await failureOf(greedy)).slice(0, 10)).toBe(CALL_FAILED);
  const lazy = await f.order(id, { ...viaRouter(), data: run(take(f.token('USDC'), usdc(99)), give(1n)) });
  expect(reasonName(await failureOf(lazy))).toBe('InputMismatch');
  await f.execute(await f.order(id, { ...viaRouter(), data: run(take(f.token('USDC'), usdc(100)), give(1n)) }));
  const args = [f.vault, router.address] as const;
  expect(await f.client.readContract({ address: f.token('USDC'), abi: erc20Abi, functionName: 'allowance', args })).toBe(0n);
});

test('a router that burns all gas, or reverts with a flood of bytes, fails its own item only', async () => {
  const [id, good] = [await f.open({ to: token.address }), await f.open()];
  for (const data of [routed('burnGas', []), routed('revertWithBytes', [100_000n]), routed('revertWithNothing', [])]) {
    const before = (await f.position(good)).processed;
    const events = await f.execute(await f.order(id, { ...viaRouter(), data }), await f.order(good));
    expect(names(events)).toEqual(['OrderFailed', 'OrderExecuted']);
    const [failed] = events;
    expect(failed?.eventName === 'OrderFailed' && (failed.args.reason.length - 2) / 2).toBeLessThanOrEqual(512);
    expect((await f.position(good)).processed).toBe(before + 1);
    await f.advance(HOUR);
  }
});

test('a token that refuses its owner fails the pay-out, not the order, and never the refund', async () => {
  const id = await f.open({ to: token.address, autoClaim: true });
  await f.transact(stranger, { to: token.address, abi: token.abi, functionName: 'setRefused', args: [alice.address] });
  const data = run(take(f.token('USDC'), usdc(100)), give(7n));
  expect(names(await f.execute(await f.order(id, { ...viaRouter(), data })))).toEqual(['OrderExecuted', 'AutoClaimFailed']);
  expect(await f.position(id)).toMatchObject({ processed: 1, claimable: 7n });

  const before = await f.balance('USDC', alice.address);
  const [cancelled] = await f.act(alice, 'cancel', [id]);
  expect(cancelled?.eventName === 'Cancelled' && cancelled.args).toMatchObject({ refunded: usdc(200), paidOut: 0n });
  expect(await f.balance('USDC', alice.address)).toBe(before + usdc(200));
  await f.transact(stranger, { to: token.address, abi: token.abi, functionName: 'setRefused', args: [router.address] });
  expect(names(await f.act(alice, 'claim', [id, 7n]))).toEqual(['Claimed']);
});

test('a USDT-like token is sold and bought, order after order', async () => {
  const [sell, buy] = [await f.open({ from: 'USDN', to: 'USDC', interval: 3 }), await f.open({ to: 'USDN', interval: 3 })];
  for (let index = 0; index < 3; index++) {
    const events = await f.execute(await f.order(sell, { fee: 500 }), await f.order(buy, { fee: 500 }));
    expect(names(events)).toEqual(['OrderExecuted', 'OrderExecuted']);
    await f.advance(1);
  }
  const { claimable } = await f.position(buy);
  const before = await f.balance('USDN', alice.address);
  await f.act(alice, 'claim', [buy, claimable]);
  expect(await f.balance('USDN', alice.address)).toBe(before + claimable);
});

test('a fee-on-transfer token is budgeted at what arrived, and measured when bought', async () => {
  const sell = await f.open({ from: 'FEE', to: 'USDC', amount: parseUnits('300', 18) });
  expect((await f.position(sell)).amount).toBe(parseUnits('294', 18));
  const reason = await failureOf(await f.order(sell));
  expect(decodeErrorResult({ abi: dcaVaultAbi, data: reason })).toMatchObject({ errorName: 'Error', args: ['IIA'] });
  const before = await f.balance('FEE', alice.address);
  await f.act(alice, 'cancel', [sell]);
  expect(await f.balance('FEE', alice.address)).toBe(before + parseUnits('288.12', 18));

  const buy = await f.open({ to: 'FEE' });
  const quoted = parseUnits('49.8', 18);
  expect(reasonName(await failureOf(await f.order(buy, { amountOutMin: quoted })))).toBe('OutputBelowMinimum');
  expect(names(await f.execute(await f.order(buy, { amountOutMin: (quoted * 97n) / 100n })))).toEqual(['OrderExecuted']);
  expect(await f.balance('FEE', f.vault)).toBe((await f.position(buy)).received);
});

test('when the balance of the spent token fell on its own, an owner who cancels gets what is left', async () => {
  const token = await f.deploy('TestToken', ['Falling', 'FALL', 18]);
  const whole = parseUnits('300', 18);
  for (const { address } of [alice, bob])
    await f.transact(admin, { to: token.address, abi: token.abi, functionName: 'mint', args: [address, whole] });
  const ids = [await f.open({ from: token.address, amount: whole }), await f.open({ from: token.address, amount: whole, owner: bob })];
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [f.vault, 0n]));
  const held = parseUnits('400', 18);
  await f.writer.rpc('anvil_setStorageAt', [token.address, slot, `0x${held.toString(16).padStart(64, '0')}`]);
  expect(await f.balance(token.address, f.vault)).toBe(held);

  await f.act(alice, 'cancel', [ids[0] ?? 0]);
  expect(await f.balance(token.address, alice.address)).toBe(whole);
  const [cancelled] = await f.act(bob, 'cancel', [ids[1] ?? 0]);
  expect(cancelled).toMatchObject({ eventName: 'Cancelled', args: { refunded: held - whole } });
  expect(await f.balance(token.address, bob.address)).toBe(held - whole);
});

test('the executor cannot run a token as a router, even through a listed one', async () => {
  const id = await f.open();
  const steal = step(f.token('USDC'), erc20Abi, 'transferFrom', [alice.address, executor.address, usdc(1)]);
  const reason = await failureOf(await f.order(id, { ...viaRouter(), data: run(take(f.token('USDC'), usdc(100)), steal) }));
  expect(reason.slice(0, 10)).toBe(CALL_FAILED);
  expect(await f.revertOf(executor, 'claim', [id, 1n])).toBe('PositionNotFound');
  expect(await f.revertOf(executor, 'cancel', [id])).toBe('PositionNotFound');
});
