import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Abi, encodeFunctionData, maxUint256, parseEther, parseSignature, serializeSignature, toFunctionSelector, toHex } from 'viem';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import type { MetaTransaction } from '../../../../src/platform/chain/relayer/relayer.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { admin, alice, bob, carol, createRelayerFixture, type RelayerFixture, signer } from './relayer-fixture.ts';

const REENTERED = toFunctionSelector('ReentrancyGuardReentrantCall()');
const CALL_FAILED = toFunctionSelector('CallFailed(uint256,bytes)');
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let f: RelayerFixture;
/** A valid meta transaction. Each test changes one part of it, so that the Relayer must refuse it for exactly that reason. */
let good: MetaTransaction;
beforeAll(async () => {
  f = await createRelayerFixture();
  for (const owner of [alice, bob]) await f.approve(owner, f.token('USDC'), maxUint256);
  await f.fund(f.token('WETH'), 10n ** 9n);
}, 120_000);
afterAll(async () => await f.devnet.stop());
beforeEach(async () => {
  good = await f.metaTx({ data: f.steps(f.take(f.token('USDC'), 100_000_000n), f.give(f.token('WETH'), carol, 50n)), amountOutMin: 50n });
});

describe('a signature', () => {
  test('of an account that is not a signer is refused', async () => {
    expect(await f.refusal(good, { signature: await f.sign(good, bob) })).toBe('InvalidSignature');
    expect(await f.refusal(good, { signature: '0x' })).toBe('InvalidSignature');
  });

  test('for another brand is refused', async () => {
    expect(await f.refusal(good, { signature: await f.sign(good, signer, 'Other') })).toBe('InvalidSignature');
  });

  const changes: readonly Partial<MetaTransaction>[] = [
    { fromToken: NATIVE_ADDRESS },
    { amountIn: 100_000_001n },
    { toToken: parseAddress(`0x${'12'.repeat(20)}`) },
    { amountOutMin: 1n },
    { recipient: alice.address },
    { target: alice.address },
    { spender: alice.address },
    { data: '0x' },
    { value: 1n },
    { nonce: 999_999n },
    { deadline: maxUint256 },
  ];
  test.each(changes.map((change, index) => [Object.keys(change).join(), index] as const))(
    'does not hold when %s was changed',
    async (_, index) => {
      const signature = await f.sign(good);
      expect(await f.refusal({ ...good, ...changes[index] }, { signature })).toBe('InvalidSignature');
    },
  );

  test('in its other form, with the high s, is refused', async () => {
    const { r, s, yParity } = parseSignature(await f.sign(good));
    const high = serializeSignature({ r, s: toHex(CURVE_ORDER - BigInt(s), { size: 32 }), yParity: yParity === 0 ? 1 : 0 });
    expect(await f.refusal(good, { signature: high })).toBe('InvalidSignature');
  });

  test('of a signer that the admin has removed is refused', async () => {
    const signature = await f.sign(good, bob);
    await f.call(admin, f.relayer, relayerAbi, 'setSigner', [bob.address, true]);
    expect(await f.refusal(good, { signature })).toBe('success');
    await f.call(admin, f.relayer, relayerAbi, 'setSigner', [bob.address, false]);
    expect(await f.refusal(good, { signature })).toBe('InvalidSignature');
    expect(await f.adminRefusal(bob, 'setSigner', [bob.address, true])).toBe('OwnableUnauthorizedAccount');
  });
});

describe('a meta-transaction', () => {
  test('is for its own wallet, once, before its deadline', async () => {
    expect(await f.refusal(good, { from: bob })).toBe('NotSender');
    const late = { ...good, deadline: 1n };
    expect(await f.refusal(late)).toBe('DeadlinePassed');
    await f.execute(good);
    expect(await f.refusal(good)).toBe('NonceUsed');
    // Nonces belong to a wallet, so another wallet may use the same number.
    expect(await f.refusal({ ...good, from: bob.address }, { from: bob })).toBe('success');
  });

  test('that gives the recipient less than the minimum does nothing at all', async () => {
    const before = await f.balance(f.token('USDC'), alice.address);
    expect(await f.refusal({ ...good, amountOutMin: 51n })).toBe('OutputBelowMinimum');
    await expect(f.execute({ ...good, amountOutMin: 51n })).rejects.toThrow('OutputBelowMinimum');
    expect(await f.balance(f.token('USDC'), alice.address)).toBe(before);
    expect(await f.refusal(good)).toBe('success');
  });

  test('comes with exactly the value that it names', async () => {
    for (const value of [1n, 10n ** 18n]) expect(await f.refusal(good, { value })).toBe('WrongValue');
    const native = await f.metaTx({
      fromToken: NATIVE_ADDRESS,
      amountIn: 100n,
      value: 99n,
      data: f.steps(f.give(f.token('WETH'), carol, 1n)),
    });
    expect(await f.refusal(native)).toBe('WrongValue');
    expect(await f.refusal({ ...native, value: 100n })).toBe('success');
  });

  test('sends no value along where the native asset is bought: what comes back of it would count as output', async () => {
    const returned = await f.metaTx({
      toToken: NATIVE_ADDRESS,
      value: 50n,
      amountOutMin: 50n,
      data: f.steps(f.give(NATIVE_ADDRESS, f.relayer, 50n)),
    });
    expect(await f.refusal(returned)).toBe('WrongValue');
    await f.fund(NATIVE_ADDRESS, 50n);
    expect(await f.refusal({ ...returned, value: 0n })).toBe('success');
  });

  test('never goes to the Relayer itself, nor to nobody', async () => {
    expect(await f.refusal({ ...good, recipient: f.relayer })).toBe('InvalidRecipient');
    expect(await f.refusal({ ...good, recipient: NATIVE_ADDRESS })).toBe('InvalidRecipient');
    expect(await f.refusal({ ...good, toToken: good.fromToken })).toBe('InvalidTokens');
  });
});

describe('a target', () => {
  test('is never a token, so that no signature can spend the allowance of another wallet', async () => {
    // Bob has approved the Relayer. Alice signs a trade whose target is the token itself, with a call that would take Bob's tokens.
    const steal = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [bob.address, carol, 1_000_000n] });
    const usdc = f.token('USDC');
    const before = await f.balance(usdc, bob.address);
    expect(await f.refusal({ ...good, target: usdc, data: steal })).toBe('InvalidTarget');
    expect(await f.refusal({ ...good, fromToken: f.token('USDX'), toToken: f.token('WETH'), target: usdc, data: steal })).toBe(
      'InvalidTarget',
    );
    // The same call through the test's router must fail too, because Bob's allowance is for the Relayer and not for the router.
    expect(await f.refusal({ ...good, data: f.steps({ target: usdc, value: 0n, data: steal }) })).toBe(CALL_FAILED);
    expect(await f.balance(usdc, bob.address)).toBe(before);
  });

  test('is a contract, and not the Relayer', async () => {
    expect(await f.refusal({ ...good, target: f.relayer })).toBe('InvalidTarget');
    expect(await f.refusal({ ...good, target: bob.address })).toBe('InvalidTarget');
    for (const spender of [f.relayer, NATIVE_ADDRESS, good.fromToken, good.toToken]) {
      expect(await f.refusal({ ...good, spender })).toBe('InvalidSpender');
    }
  });

  test('that calls the Relayer again is refused, whoever signed the inner call', async () => {
    const inner = { ...good, from: f.payer, nonce: 1n };
    const args = [inner, await f.sign(inner)];
    const entries = [
      encodeFunctionData({ abi: relayerAbi as Abi, functionName: 'executeMetaTransactionSwap', args }),
      encodeFunctionData({ abi: relayerAbi as Abi, functionName: 'withdrawFees', args: [NATIVE_ADDRESS, carol, 0n] }),
    ];
    for (const data of entries) {
      const made = [{ target: f.relayer, value: 0n, data }, f.take(f.token('USDC'), 100_000_000n), f.give(f.token('WETH'), carol, 50n)];
      const metaTx = await f.metaTx({ data: encodeFunctionData({ abi: f.payerAbi, functionName: 'runQuietly', args: [made] }) });
      expect(await f.execute(metaTx)).toMatchObject({ amountOut: 50n });
      const reason = await f.client.readContract({ address: f.payer, abi: f.payerAbi, functionName: 'lastReason' });
      // The call must fail with the error of the reentrancy guard. An admin function fails because of its caller instead, because it checks
      // the caller before the guard.
      const notOwner = toFunctionSelector('OwnableUnauthorizedAccount(address)');
      expect([String(REENTERED), String(notOwner)]).toContain(String(reason).slice(0, 10));
    }
  });

  test('may take only the input: it cannot reach the fees that the Relayer keeps', async () => {
    await f.call(admin, f.token('USDC'), erc20Abi, 'transfer', [f.relayer, 500n]);
    const data = f.steps(f.take(f.token('USDC'), 100_000_001n), f.give(f.token('WETH'), carol, 50n));
    expect(await f.refusal(await f.metaTx({ data }))).toBe(CALL_FAILED);
  });
});

test('a token that calls back on every transfer can enter no function', async () => {
  const artifact = loadArtifact('HostileToken');
  const hostile: Address = await f.writer.deploy(artifact);
  await f.call(alice, hostile, artifact.abi, 'mint', [alice.address, 1_000n]);
  await f.approve(alice, hostile, maxUint256);
  const again = { ...good, from: hostile, nonce: 7n };
  const hook = encodeFunctionData({ abi: relayerAbi, functionName: 'executeMetaTransactionSwap', args: [again, await f.sign(again)] });
  await f.call(alice, hostile, artifact.abi, 'setHook', [f.relayer, hook]);
  const data = f.steps(f.take(hostile, 600n), f.give(f.token('WETH'), carol, 9n));
  const metaTx = await f.metaTx({ fromToken: hostile, amountIn: 1_000n, data });
  expect(await f.execute(metaTx)).toMatchObject({ amountIn: 600n, amountOut: 9n });
  const read = async (functionName: string) => await f.client.readContract({ address: hostile, abi: artifact.abi, functionName });
  expect(await read('hookSuccesses')).toBe(0n);
  expect(await read('lastHookReason')).toBe(REENTERED);
});

test('ether that is sent for nothing is refused instead of kept', async () => {
  const receipt = await f.transact(alice, { to: f.relayer, data: '0x', value: parseEther('1') });
  expect(receipt.status).toBe('reverted');
});
