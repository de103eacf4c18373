import { expect, test } from 'bun:test';
import { encodeFunctionData } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV4SwapRouterAbi } from '../../../../src/platform/chain/abi/uniswap-v4-swap-router.generated.ts';
import { walletCalls } from '../../../../src/platform/chain/wallet-calls/encode-wallet-calls.ts';
import { knownMethod } from '../../../../src/platform/chain/wallet-calls/known-methods.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const BOB = parseAddress(`0x${'b0'.repeat(20)}`);

test('a transfer is named with its arguments', () => {
  expect(knownMethod(walletCalls.transfer(BOB, 5n))).toMatchObject({
    ...{ name: 'transfer', signature: 'transfer(address,uint256)' },
    args: { to: expect.stringMatching(new RegExp(BOB, 'i')), value: '5' },
  });
  expect(knownMethod(walletCalls.setApprovalForAll(BOB, true))).toMatchObject({ name: 'setApprovalForAll', args: { approved: true } });
});

test('unknown methods, views and data of another form are not named', () => {
  expect(knownMethod('0x12345678')).toBeNull();
  expect(knownMethod('0x')).toBeNull();
  expect(knownMethod(`${walletCalls.transfer(BOB, 5n).slice(0, 20) as '0x'}`)).toBeNull();
  expect(knownMethod(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [BOB] }))).toBeNull();
});

test('a trade in a pool of Uniswap v4 is named', () => {
  const hop = { intermediateCurrency: BOB, fee: 500, tickSpacing: 10, hooks: BOB, hookData: '0x' } as const;
  const abi = uniswapV4SwapRouterAbi;
  const data = encodeFunctionData({ abi, functionName: 'swapExactInput', args: [BOB, [hop], 5n, 4n, BOB, 9n] });
  expect(data).toStartWith('0x49bb94af');
  expect(knownMethod(data)).toMatchObject({ name: 'swapExactInput', args: { path: [{ fee: 500 }] } });
});
