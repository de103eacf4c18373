import { describe, expect, test } from 'bun:test';
import { decodeFunctionData, parseAbi } from 'viem';
import { uniswapV3SwapRouterAbi } from '../../../../src/platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import { encodePath } from '../../../../src/platform/chain/uniswap-v3/encode-path.ts';
import { encodeSwap } from '../../../../src/platform/chain/uniswap-v3/encode-swap.ts';
import type { SwapPath } from '../../../../src/platform/chain/uniswap-v3/uniswap-v3.ts';
import { addressOf, fakePool } from './fake-uniswap-v3.ts';

const [A, B, C, VAULT] = [addressOf(0xa1), addressOf(0xb2), addressOf(0xc3), addressOf(0xff)];
const direct: SwapPath = { tokens: [A, B], pools: [fakePool(A, B, 3000).pool] };
const twoHops: SwapPath = { tokens: [C, A, B], pools: [fakePool(A, C, 500).pool, fakePool(A, B, 10_000).pool] };
const call = { recipient: VAULT, deadlineSec: 1_800_000_000, amountIn: 7n, amountOutMinimum: 5n };
const deployment = (swapRouterVersion: 1 | 2) => ({ factory: A, quoterV2: B, swapRouter: C, swapRouterVersion });

test('a path is token, fee in 3 bytes, token, ...', () => {
  expect(encodePath(twoHops)).toBe(`0x${C.slice(2)}0001f4${A.slice(2)}002710${B.slice(2)}`);
  for (const path of [
    { tokens: [A], pools: [] },
    { ...direct, tokens: [A, B, C] },
  ])
    expect(() => encodePath(path)).toThrow(RangeError);
});

describe('SwapRouter', () => {
  test('takes the deadline, recipient and minimum with the swap', () => {
    const single = decodeFunctionData({ abi: uniswapV3SwapRouterAbi, data: encodeSwap(deployment(1), { ...call, path: direct }) });
    expect(single.functionName).toBe('exactInputSingle');
    expect(single.args?.[0]).toMatchObject({ fee: 3000, deadline: 1_800_000_000n, amountIn: 7n, amountOutMinimum: 5n });
    const double = decodeFunctionData({ abi: uniswapV3SwapRouterAbi, data: encodeSwap(deployment(1), { ...call, path: twoHops }) });
    expect(double.functionName).toBe('exactInput');
    expect(double.args?.[0]).toMatchObject({ path: encodePath(twoHops), deadline: 1_800_000_000n, amountIn: 7n, amountOutMinimum: 5n });
  });
});

describe('SwapRouter02', () => {
  const abi = parseAbi(['function multicall(uint256 deadline, bytes[] data)']);

  test.each([
    // Function selectors of the deployed router (swap-router-contracts, IV3SwapRouter).
    ['exactInputSingle', direct, '0x04e45aaf'],
    ['exactInput', twoHops, '0xb858183f'],
  ] as const)('takes %s inside a multicall that checks the deadline', (_, path, selector) => {
    const data = encodeSwap(deployment(2), { ...call, path });
    expect(data.slice(0, 10)).toBe('0x5ae401dc');
    const [deadline, calls] = decodeFunctionData({ abi, data }).args;
    expect(deadline).toBe(1_800_000_000n);
    expect(calls.map((one) => one.slice(0, 10))).toEqual([selector]);
  });
});
