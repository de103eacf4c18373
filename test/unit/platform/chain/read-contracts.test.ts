import { expect, test } from 'bun:test';
import { decodeFunctionData, encodeFunctionResult, numberToHex } from 'viem';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { multicall3Abi } from '../../../../src/platform/chain/abi/multicall3.generated.ts';
import type { ChainCall, Hex } from '../../../../src/platform/chain/chain.ts';
import { createContractReader, MULTICALL3 } from '../../../../src/platform/chain/read-contracts.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const address = (index: number) => parseAddress(numberToHex(index + 1, { size: 20 }));
const outOfGas = () => new TerminalError({ code: 'execution-reverted', message: 'The contract reverted the call: out of gas.' });

test('a contract that burns all gas of a request for many fails alone', async () => {
  const bad = new Set([address(3), address(41)]);
  let requests = 0;
  const read = createContractReader({
    abi: [],
    getCode: async () => '0x01',
    getBlockNumber: async () => 7,
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

const many = Array.from({ length: 64 }, (_, i) => ({ address: address(i), abi: erc20Abi, functionName: 'decimals' }) as const);
const timeout = () => new RetryableError({ code: 'rpc-timeout', message: 'The chain did not answer in time.' });
const targetsOf = (data: Hex | undefined) => {
  const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data: data ?? '0x' });
  return (args[0] as readonly { target: string }[]).map(({ target }) => parseAddress(target));
};
const answersOf = (answers: readonly { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: answers });
const six = { success: true, returnData: numberToHex(6, { size: 32 }) };

test('a contract that makes a node that is well time out fails alone', async () => {
  const bad = address(17);
  const read = createContractReader({
    abi: [],
    getCode: async () => '0x01',
    getBlockNumber: async () => 7,
    call: async ({ to, data }: ChainCall) => {
      if (to !== MULTICALL3) throw timeout();
      const targets = targetsOf(data);
      if (targets.includes(bad)) throw timeout();
      return answersOf(targets.map(() => six));
    },
  });
  const results = await read(many);
  expect(results.flatMap(({ status }, i) => (status === 'failure' ? [i] : []))).toEqual([17]);
});

test('when the node answers nothing else either, all calls fail', async () => {
  const read = createContractReader({
    abi: [],
    getCode: async () => '0x01',
    getBlockNumber: () => Promise.reject(timeout()),
    call: () => Promise.reject(timeout()),
  });
  await expect(read(many)).rejects.toThrow('did not answer in time');
});

test('each call to a stranger’s contract has its share of gas, and a call whose share another burned is made alone', async () => {
  const asked: ChainCall[] = [];
  const read = createContractReader({
    abi: [],
    getCode: async () => '0x01',
    getBlockNumber: async () => 7,
    call: async (call: ChainCall) => {
      asked.push(call);
      if (call.to !== MULTICALL3) return numberToHex(8, { size: 32 });
      return answersOf(targetsOf(call.data).map((target) => (target === address(5) ? { success: false, returnData: '0x' } : six)));
    },
  });
  const results = await read(many, { gasEach: 300_000n });
  expect(results.map(({ result }) => result)).toEqual(many.map((_, i) => (i === 5 ? 8 : 6)));
  expect(asked).toMatchObject([{ gas: 64n * 300_000n + 1_000_000n }, { to: address(5), gas: 300_000n }]);
});

test('a call that fails with the error of an intermediate contract is made alone too', async () => {
  const said = { success: false, returnData: '0x08c379a0' as Hex };
  const starved = [5, 6].map(address);
  const readWith = (isThrough: boolean) =>
    createContractReader({
      abi: [],
      getCode: async () => '0x01',
      getBlockNumber: async () => 7,
      call: async ({ to, data, gas }: ChainCall) => {
        if (to === address(5)) throw outOfGas();
        if (to === address(6)) expect(gas).toBe(900_000n);
        if (to !== MULTICALL3) return numberToHex(8, { size: 32 });
        return answersOf(targetsOf(data).map((target) => (starved.includes(target) ? said : six)));
      },
    })(many, { gasEach: 300_000n, gasAlone: 900_000n, isThrough });
  const failed = (results: Awaited<ReturnType<typeof readWith>>) => results.flatMap(({ status }, i) => (status === 'failure' ? [i] : []));
  expect(failed(await readWith(true))).toEqual([5]);
  expect(failed(await readWith(false))).toEqual([5, 6]);
});
