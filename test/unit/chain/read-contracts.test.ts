import { expect, test } from 'bun:test';
import { decodeFunctionData, encodeFunctionResult, numberToHex } from 'viem';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { multicall3Abi } from '../../../src/platform/chain/abi/multicall3.generated.ts';
import type { ChainCall, Hex } from '../../../src/platform/chain/chain.ts';
import { createContractReader, MULTICALL3 } from '../../../src/platform/chain/read-contracts.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';

const address = (index: number) => parseAddress(numberToHex(index + 1, { size: 20 }));
const outOfGas = () => new TerminalError({ code: 'execution-reverted', message: 'The contract refused the call: out of gas.' });

test('a contract that burns all gas of a request for many fails alone', async () => {
  const bad = new Set([address(3), address(41)]);
  let requests = 0;
  const read = createContractReader({
    abi: [],
    getCode: async () => '0x01',
    call: async ({ to, data }: ChainCall): Promise<Hex> => {
      requests += 1;
      if (to !== MULTICALL3) throw outOfGas();
      const { args } = decodeFunctionData({ abi: multicall3Abi, data: data ?? '0x' });
      const calls = args?.[0] as readonly { target: string }[];
      if (calls.some(({ target }) => bad.has(parseAddress(target)))) throw outOfGas();
      const answers = calls.map(() => ({ success: true, returnData: numberToHex(6, { size: 32 }) }));
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: answers });
    },
  });
  const calls = Array.from({ length: 64 }, (_, i) => ({ address: address(i), abi: erc20Abi, functionName: 'decimals' }) as const);
  const results = await read(calls, undefined);
  expect(results.flatMap(({ status }, i) => (status === 'failure' ? [i] : []))).toEqual([3, 41]);
  expect(results[0]).toEqual({ status: 'success', result: 6 });
  expect(requests).toBeLessThan(32);
});
