import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { encodeFunctionData, maxUint256, parseEther, zeroAddress } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../../../src/platform/chain/abi/relayer.generated.ts';
import { uniswapV3SwapRouterAbi } from '../../../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { admin, alice, bob, carol, createRelayerFixture, type RelayerFixture } from './relayer-fixture.ts';

const ALL_E = parseAddress(`0x${'ee'.repeat(20)}`);
const usdc = (whole: number) => BigInt(whole) * 10n ** 6n;

let f: RelayerFixture;
beforeAll(async () => {
  f = await createRelayerFixture();
  for (const symbol of ['USDC', 'WETH', 'USDN', 'WBTC', 'FEE']) {
    await f.approve(alice, f.token(symbol), maxUint256);
    await f.fund(f.token(symbol), 10n ** 9n);
  }
  await f.fund(NATIVE_ADDRESS, parseEther('50'));
}, 120_000);
afterAll(async () => await f.devnet.stop());

/** Runs `work`, and returns how much it has changed a balance. */
async function change(of: `0x${string}`, holder: `0x${string}`, work: () => Promise<unknown>): Promise<bigint> {
  const [token, address] = [parseAddress(of), parseAddress(holder)];
  const before = await f.balance(token, address);
  await work();
  return (await f.balance(token, address)) - before;
}

describe('a swap', () => {
  test('through the real router gives the recipient what the event says, and leaves nothing behind', async () => {
    const { swapRouter } = f.deployment.contracts;
    const [tokenIn, tokenOut, amountIn] = [f.token('USDC'), f.token('WETH'), usdc(100)];
    const swap = {
      tokenIn,
      tokenOut,
      fee: 500,
      recipient: carol,
      deadline: maxUint256,
      amountIn,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    };
    const data = encodeFunctionData({ abi: uniswapV3SwapRouterAbi, functionName: 'exactInputSingle', args: [swap] });
    const metaTx = await f.metaTx({ target: swapRouter, spender: swapRouter, data });
    let event: Awaited<ReturnType<typeof f.execute>> | undefined;
    const received = await change(tokenOut, carol, async () => {
      event = await f.execute(metaTx);
    });
    expect(event).toMatchObject({ amountIn, amountOut: received, fee: 0n, nonce: metaTx.nonce });
    expect(received > parseEther('0.03')).toBe(true);
    expect(await f.balance(tokenIn, f.relayer)).toBe(0n);
    expect(await f.allowanceOf(tokenIn, swapRouter)).toBe(0n);
  });

  test('passes on what the target delivers to the Relayer itself', async () => {
    const data = f.steps(f.take(f.token('USDC'), usdc(100)), f.give(f.token('WETH'), f.relayer, 700n), f.give(f.token('WETH'), carol, 5n));
    expect(await f.execute(await f.metaTx({ data, amountOutMin: 705n }))).toMatchObject({ amountOut: 705n });
    expect(await f.balance(f.token('WETH'), f.relayer)).toBe(0n);
  });

  test('returns what the target leaves of a token, also of one like USDT, and resets the rest of the allowance', async () => {
    const usdn = f.token('USDN');
    for (const _ of ['first', 'and again: an allowance left over would make the second approval fail']) {
      const data = f.steps(f.take(usdn, usdc(60)), f.give(f.token('WBTC'), carol, 10n));
      const metaTx = await f.metaTx({ fromToken: usdn, toToken: f.token('WBTC'), data });
      expect(await change(usdn, alice.address, async () => await f.execute(metaTx))).toBe(-usdc(60));
      expect(await f.allowanceOf(usdn, f.payer)).toBe(0n);
    }
  });

  test.each([
    ['the all-zero address', NATIVE_ADDRESS],
    ['the all-e address', ALL_E],
  ])('takes the native asset under %s, and gives back what is left of it', async (_, fromToken) => {
    const data = f.steps(f.give(NATIVE_ADDRESS, f.relayer, parseEther('0.4')), f.give(f.token('USDC'), carol, 1_800n));
    const metaTx = await f.metaTx({ fromToken, amountIn: parseEther('1'), value: parseEther('1'), toToken: f.token('USDC'), data });
    // With the native coin as input no allowance is needed, so the spender must be ignored.
    const event = await f.execute({ ...metaTx, spender: zeroAddressOf() }, {});
    expect(event).toMatchObject({ amountIn: parseEther('0.6'), amountOut: 1_800n });
    expect(await f.balance(NATIVE_ADDRESS, f.relayer)).toBe(0n);
  });

  test.each(['straight to the recipient', 'to the Relayer'])('gives the native asset, delivered %s', async (where) => {
    const to = where === 'to the Relayer' ? f.relayer : carol;
    const data = f.steps(f.take(f.token('USDC'), usdc(100)), f.give(NATIVE_ADDRESS, to, parseEther('0.03')));
    const metaTx = await f.metaTx({ toToken: ALL_E, amountOutMin: parseEther('0.03'), data });
    expect(await change(NATIVE_ADDRESS, carol, async () => await f.execute(metaTx))).toBe(parseEther('0.03'));
  });

  test('of a token with a fee on transfer may spend what arrived, and not a unit more', async () => {
    const fee = f.token('FEE');
    const arrives = 98_000_000n;
    const spend = (amount: bigint) => f.steps(f.take(fee, amount), f.give(f.token('USDC'), carol, 1n));
    const trade = { fromToken: fee, toToken: f.token('USDC') };
    expect(await f.refusal(await f.metaTx({ ...trade, data: spend(arrives + 1n) }))).not.toBe('success');
    expect(await f.execute(await f.metaTx({ ...trade, data: spend(arrives) }))).toMatchObject({ amountIn: arrives, amountOut: 1n });
  });

  test('into a token with a fee on transfer counts what arrives, not what was sent', async () => {
    const data = f.steps(f.take(f.token('USDC'), usdc(100)), f.give(f.token('FEE'), carol, 1_000n));
    const trade = { toToken: f.token('FEE'), data };
    expect(await f.refusal(await f.metaTx({ ...trade, amountOutMin: 981n }))).toBe('OutputBelowMinimum');
    expect(await f.execute(await f.metaTx({ ...trade, amountOutMin: 980n }))).toMatchObject({ amountOut: 980n });
  });

  test('with a minimum of 0 is a bridge: nothing is measured, and the same token may stand on both sides', async () => {
    const data = f.steps(f.take(f.token('USDC'), usdc(100)));
    const metaTx = await f.metaTx({ toToken: f.token('USDC'), amountOutMin: 0n, data });
    expect(await f.execute(metaTx)).toMatchObject({ amountIn: usdc(100), amountOut: 0n });
  });
});

describe('the fee', () => {
  test('is kept from the input, can be withdrawn only by the admin, and is out of reach of a target', async () => {
    const [usdcToken, weth] = [f.token('USDC'), f.token('WETH')];
    await f.call(admin, f.relayer, relayerAbi, 'setFee', [50]);
    const kept = usdc(100) / 200n;
    const spend = (amount: bigint) => f.steps(f.take(usdcToken, amount), f.give(weth, carol, 3n));
    expect(await f.refusal(await f.metaTx({ data: spend(usdc(100)) }))).not.toBe('success');
    expect(await f.execute(await f.metaTx({ data: spend(usdc(100) - kept) }))).toMatchObject({ amountIn: usdc(100), fee: kept });
    expect(await f.balance(usdcToken, f.relayer)).toBe(kept);

    const native = await f.metaTx({ fromToken: NATIVE_ADDRESS, amountIn: 1_000n, value: 995n, data: f.steps(f.give(weth, carol, 3n)) });
    expect(await f.refusal(native)).toBe('WrongValue');
    expect(await f.execute(native, { value: 1_000n })).toMatchObject({ amountIn: 1_000n, fee: 5n });
    expect(await f.balance(NATIVE_ADDRESS, f.relayer)).toBe(5n);

    // Fees that the Relayer holds must neither be refunded by a swap, nor be passed on as the swap's output.
    const idle = await f.metaTx({ data: f.steps(f.give(weth, carol, 3n)) });
    expect(await change(usdcToken, alice.address, async () => await f.execute(idle))).toBe(-kept);

    expect(await f.adminRefusal(bob, 'withdrawFees', [usdcToken, bob.address, 1n])).toBe('OwnableUnauthorizedAccount');
    await f.call(admin, f.relayer, relayerAbi, 'withdrawFees', [usdcToken, carol, 2n * kept]);
    await f.call(admin, f.relayer, relayerAbi, 'withdrawFees', [NATIVE_ADDRESS, carol, 5n]);
    expect(await f.balance(usdcToken, f.relayer)).toBe(0n);
    expect(await f.balance(NATIVE_ADDRESS, f.relayer)).toBe(0n);
    await f.call(admin, f.relayer, relayerAbi, 'setFee', [0]);
  });

  test('is at most 1 %, and set by the admin', async () => {
    expect(await f.adminRefusal(admin, 'setFee', [101])).toBe('FeeTooHigh');
    expect(await f.adminRefusal(admin, 'setFee', [100])).toBe('success');
    expect(await f.adminRefusal(bob, 'setFee', [1])).toBe('OwnableUnauthorizedAccount');
  });
});

test('an allowance of the wallet is all that the Relayer needs, and all that it takes', async () => {
  const before = await f.client.readContract({ address: f.token('WBTC'), abi: erc20Abi, functionName: 'balanceOf', args: [alice.address] });
  const data = f.steps(f.take(f.token('WBTC'), 40n), f.give(f.token('USDC'), carol, 1n));
  await f.execute(await f.metaTx({ fromToken: f.token('WBTC'), amountIn: 50n, toToken: f.token('USDC'), data }));
  expect(before - (await f.balance(f.token('WBTC'), alice.address))).toBe(40n);
});

function zeroAddressOf() {
  return parseAddress(zeroAddress);
}
