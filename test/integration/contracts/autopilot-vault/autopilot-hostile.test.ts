import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import * as v from 'valibot';
import { decodeErrorResult, encodeFunctionData, type Hex, isHex, maxUint256, toFunctionSelector } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import {
  type AutopilotFixture,
  admin,
  alice,
  bob,
  type Contract,
  createAutopilotFixture,
  executor,
  newTradeId,
  noBound,
  POLICY,
  stranger,
  type Trade,
  usdc,
  usualLimits,
} from './autopilot-fixture.ts';

const REENTERED = toFunctionSelector('ReentrancyGuardReentrantCall()');
const CALL_FAILED = toFunctionSelector('CallFailed(uint256,bytes)');

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
let coin: Contract;
let liar: Contract;
beforeAll(async () => {
  f = await createAutopilotFixture();
});
afterAll(async () => await f.stop());
beforeEach(async () => {
  coin = await f.deploy('HostileToken');
  liar = await f.deploy('LyingToken');
});

const read = async (contract: Contract, functionName: string) =>
  await f.client.readContract({ address: contract.address, abi: contract.abi, functionName });
const tell = async (contract: Contract, functionName: string, args: readonly unknown[]) =>
  await f.transact(stranger, { to: contract.address, abi: contract.abi, functionName, args });
const withToken = async (contract: Contract, deposit = usdc(1_000)) =>
  await f.create({ tokens: [f.token('USDC'), contract.address], deposit });

/** Returns the revert data of an `eth_call` that simulates the trade. */
async function revertData(agentId: bigint, trade: Trade): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName: 'executeTrade', args: [agentId, newTradeId(), trade, maxUint256, POLICY] });
  const answer: unknown = await f.client
    .call({ account: executor.address, to: f.vault, data, gas: 8_000_000n })
    .catch((error: unknown) => error);
  for (let cause = answer; cause instanceof Error; cause = cause.cause) {
    if ('data' in cause && isHex(cause.data)) return cause.data;
  }
  throw new Error('it did not revert with data');
}

test('a token that calls back while it is bought can enter no function of the vault', async () => {
  const id = await f.create({ tokens: [f.token('USDC'), coin.address], limits: { maxTradesPerDay: 20 } });
  const entries = [
    encodeFunctionData({ abi, functionName: 'withdraw', args: [id, f.token('USDC'), 1n] }),
    encodeFunctionData({ abi, functionName: 'deposit', args: [id, coin.address, 0n] }),
    encodeFunctionData({ abi, functionName: 'setActive', args: [id, false] }),
    encodeFunctionData({ abi, functionName: 'updatePolicy', args: [id, POLICY, [], usualLimits] }),
    encodeFunctionData({ abi, functionName: 'setGuardian', args: [stranger.address] }),
    encodeFunctionData({ abi, functionName: 'pauseAll', args: [coin.address] }),
    encodeFunctionData({ abi, functionName: 'unpauseAll', args: [] }),
    encodeFunctionData({ abi, functionName: 'pauseAgent', args: [id] }),
    encodeFunctionData({ abi, functionName: 'unpauseAgent', args: [id] }),
    encodeFunctionData({ abi, functionName: 'setPriceBound', args: [id, f.token('USDC'), coin.address, noBound] }),
    encodeFunctionData({ abi, functionName: 'setSellCap', args: [id, coin.address, 0n] }),
    encodeFunctionData({ abi, functionName: 'createAgent', args: [POLICY, f.token('USDC'), [f.token('USDC')], usualLimits, 0n] }),
  ];
  for (const hookData of entries) {
    await tell(coin, 'setHook', [f.vault, hookData]);
    const data = f.steps(f.take(f.token('USDC'), 10n), f.mint(5n, coin));
    await f.trade(id, f.buy(10n, { tokenOut: coin.address, data }));
    expect(await read(coin, 'lastHookReason')).toBe(REENTERED);
  }
  expect(await read(coin, 'hookSuccesses')).toBe(0n);
  expect((await f.agent(id)).held(coin.address)).toBe(5n * BigInt(entries.length));
});

test('an executor that is a token cannot trade within its own trade', async () => {
  const id = await withToken(coin);
  const data = f.steps(f.take(f.token('USDC'), 10n), f.mint(5n, coin));
  const args = [id, newTradeId(), f.buy(10n, { tokenOut: coin.address, data }), maxUint256, POLICY] as const;
  await tell(coin, 'setHook', [f.vault, encodeFunctionData({ abi, functionName: 'executeTrade', args })]);
  await f.act(admin, 'setExecutor', [coin.address, true]);
  // The mint to Bob makes the token contract execute a trade; the mint to the vault within that trade makes it execute another one
  // (reentrancy).
  await tell(coin, 'mint', [bob.address, 1n]);
  await f.act(admin, 'setExecutor', [coin.address, false]);
  expect([await read(coin, 'hookCalls'), await read(coin, 'hookSuccesses')]).toEqual([2n, 1n]);
  expect(await read(coin, 'lastHookReason')).toBe(REENTERED);
  expect(await f.agent(id)).toMatchObject({ balances: [usdc(1_000) - 10n, 5n], tradesToday: 1n });
});

test('a token that calls back while it is deposited or withdrawn cannot enter either', async () => {
  const id = await withToken(coin);
  await tell(coin, 'mint', [alice.address, 1_000n]);
  await tell(coin, 'setHook', [f.vault, encodeFunctionData({ abi, functionName: 'withdraw', args: [id, coin.address, 900n] })]);
  await f.approve(alice, coin.address, 900n);
  await f.act(alice, 'deposit', [id, coin.address, 900n]);
  expect(await read(coin, 'lastHookReason')).toBe(REENTERED);
  await f.act(alice, 'withdraw', [id, coin.address, 900n]);
  expect(await read(coin, 'hookSuccesses')).toBe(0n);
  expect(await f.balance(coin.address, alice.address)).toBe(1_000n);
});

test('a router cannot pay a trade with a deposit of its own, which would count it twice', async () => {
  const id = await withToken(coin);
  const deposit = f.step(f.vault, abi, 'createAgent', [POLICY, coin.address, [coin.address], usualLimits, 50n]);
  const approve = f.step(coin.address, erc20Abi, 'approve', [f.vault, 50n]);
  const own = f.step(coin.address, coin.abi, 'mint', [f.router.address, 50n]);
  const data = f.steps(f.take(f.token('USDC'), 10n), own, approve, deposit);
  const reason = await revertData(id, f.buy(10n, { tokenOut: coin.address, data }));
  const { args } = decodeErrorResult({ abi: f.router.abi, data: reason });
  expect(v.parse(v.tuple([v.bigint(), v.string()]), args)).toEqual([3n, REENTERED]);
});

test('a router gets exactly the input, must take all of it, and keeps no allowance', async () => {
  const id = await f.create();
  const dollars = f.token('USDC');
  const greedy = f.buy(100n, { data: f.steps(f.take(dollars, 100n), f.take(dollars, 1n), f.mint(1n)) });
  expect((await revertData(id, greedy)).slice(0, 10)).toBe(CALL_FAILED);
  expect(await f.refusal(id, f.buy(100n, { data: f.steps(f.take(dollars, 99n), f.mint(1n)) }))).toBe('InputMismatch');
  expect(await f.refusal(id, f.buy(100n, { data: f.steps(f.mint(1n)) }))).toBe('InputMismatch');
  expect(await f.refusal(id, f.buy(100n, { data: f.steps(f.take(dollars, 100n), f.pay(dollars, 1n), f.mint(1n)) }))).toBe('InputMismatch');
  expect(await f.refusal(id, f.buy(100n, { data: f.steps(f.take(dollars, 100n)) }))).toBe('OutputBelowMinimum');
  await f.trade(id, f.buy(100n));
  const args = [f.vault, f.router.address] as const;
  expect(await f.client.readContract({ address: dollars, abi: erc20Abi, functionName: 'allowance', args })).toBe(0n);
});

test('a router cannot reach another token of the vault', async () => {
  await f.trade(await f.create(), f.swap(f.token('USDC'), f.token('WETH'), usdc(50)));
  const id = await f.create();
  const data = f.steps(f.take(f.token('USDC'), 100n), f.take(f.token('WETH'), 1n), f.mint(1n));
  expect((await revertData(id, f.buy(100n, { data }))).slice(0, 10)).toBe(CALL_FAILED);
});

test('a router that reverts gives its reason, cut at 512 bytes, or none', async () => {
  const id = await f.create();
  const routed = (functionName: string, args: readonly unknown[] = []) =>
    f.buy(1n, { data: encodeFunctionData({ abi: f.router.abi, functionName, args }) });
  expect(await revertData(id, routed('revertWithBytes', [100_000n]))).toHaveLength(2 + 2 * 512);
  expect(await revertData(id, routed('revertWithBytes', [40n]))).toHaveLength(2 + 2 * 40);
  expect(await f.refusal(id, routed('revertWithNothing'))).toBe('SwapFailed');
  expect((await f.agent(id)).tradesToday).toBe(0n);
});

test('a token that reports false balances is credited only in itself, and cannot take other tokens', async () => {
  const [id, honest] = [await withToken(liar), await f.create()];
  const lie = (balance: bigint) => f.step(liar.address, liar.abi, 'lie', [f.vault, balance]);
  const told = (balance: bigint) => f.buy(100n, { tokenOut: liar.address, data: f.steps(f.take(f.token('USDC'), 100n), lie(balance)) });
  expect(await f.refusal(id, told(maxUint256))).toBe('SafeCastOverflowedUintDowncast');
  expect((await f.trade(id, told(1_000_000n))).amountOut).toBe(1_000_000n);
  // The token claims that the vault's balance has fallen. The vault must then treat the output as zero; an underflow would make it a huge
  // number.
  expect(await f.refusal(id, told(999_999n))).toBe('OutputBelowMinimum');
  await tell(liar, 'beHonest', [f.vault]);
  expect(await f.revertOf(alice, 'withdraw', [id, liar.address, maxUint256])).toBe(
    toFunctionSelector('ERC20InsufficientBalance(address,uint256,uint256)'),
  );
  expect((await f.agent(honest)).balances).toEqual([usdc(1_000), 0n, 0n]);
  await f.act(alice, 'withdraw', [honest, f.token('USDC'), maxUint256]);
  await f.act(alice, 'withdraw', [id, f.token('USDC'), maxUint256]);
});

test('a token that reports a false balance after a sale is refused', async () => {
  const id = await withToken(liar);
  await tell(liar, 'mint', [alice.address, 100n]);
  await f.approve(alice, liar.address, 100n);
  await f.act(alice, 'deposit', [id, liar.address, 100n]);
  const sold = (balance: bigint) => {
    const data = f.steps(f.take(liar.address, 100n), f.step(liar.address, liar.abi, 'lie', [f.vault, balance]), f.pay(f.token('USDC'), 1n));
    return f.sell(100n, { tokenIn: liar.address, data });
  };
  for (const balance of [1n, 100n, 1_000n]) expect(await f.refusal(id, sold(balance))).toBe('InputMismatch');
  expect(await f.refusal(id, sold(0n))).toBe('success');
  // In this trade the router does not take the input. Afterwards the vault must have reset the router's allowance; otherwise the router
  // could take the input later.
  const untaken = f.steps(f.step(liar.address, liar.abi, 'lie', [f.vault, 0n]), f.pay(f.token('USDC'), 1n));
  await f.trade(id, f.sell(100n, { tokenIn: liar.address, data: untaken }));
  const args = [f.vault, f.router.address] as const;
  expect(await f.client.readContract({ address: liar.address, abi: erc20Abi, functionName: 'allowance', args })).toBe(0n);
});

test('a token that refuses transfers to the owner blocks only itself', async () => {
  const id = await withToken(coin);
  await f.trade(id, f.buy(10n, { tokenOut: coin.address, data: f.steps(f.take(f.token('USDC'), 10n), f.mint(7n, coin)) }));
  await tell(coin, 'setRefused', [alice.address]);
  expect(await f.revertOf(alice, 'withdraw', [id, coin.address, 7n])).toBe(toFunctionSelector('ReceiverRefused(address)'));
  await f.act(alice, 'withdraw', [id, f.token('USDC'), maxUint256]);
  expect((await f.agent(id)).balances).toEqual([0n, 7n]);
});
