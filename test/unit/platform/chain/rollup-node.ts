import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, type Hex, parseAbi, size } from 'viem';
import type { RollupKind } from '../../../../src/platform/chain/chain.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { arbitrumNodeInterfaceAbi, opStackOracleAbi } from '../../../../src/platform/chain/data-fees.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { startRpcStub } from './rpc-stub.ts';

export type Contract = (data: Hex) => Hex | 'reverts' | 'fails';

/**
 * Starts a node with contracts, but without Multicall3.
 * @param kind the rollup kind in the Network record
 */
export function openRollupNode(contracts: Readonly<Record<string, Contract>>, kind?: RollupKind) {
  const called: string[] = [];
  let nowMs = 0;
  const node = startRpcStub((method, params) => {
    if (method === 'eth_estimateGas') return { result: '0x30d40' };
    if (method === 'eth_blockNumber') return { result: '0x1' };
    if (method !== 'eth_call' || !Array.isArray(params)) return { result: '0x' };
    const { to, data } = params[0] as { to: string; data: Hex };
    called.push(to);
    const answer = contracts[to.toLowerCase()]?.(data) ?? '0x';
    if (answer === 'fails') return new Response('bad gateway', { status: 502 });
    if (answer !== 'reverts') return { result: answer };
    const reverted = encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: ['no'] });
    return { error: { code: 3, message: 'execution reverted: no', data: reverted } };
  });
  const networks = [{ chainId: 10, rpcUrls: [node.url], rollup: kind }];
  const chain = createChains({ networks, log: silentLog, abis: [], readRetries: 0, stopwatch: () => nowMs }).of(10);
  return {
    ...{ chain, called, url: node.url },
    pass: (ms: number) => {
      nowMs += ms;
    },
    [Symbol.dispose]: () => node[Symbol.dispose](),
  };
}

/**
 * Simulates the fee oracle of an OP-stack rollup. It charges 7 wei for each byte, and a tenth of the gas as operator fee. With
 * `hasOperator` false it behaves as before the Isthmus upgrade, which added the operator fee.
 */
export const oracle =
  (seen: Hex[], hasOperator = true): Contract =>
  (data) => {
    const { functionName, args } = decodeFunctionData({ abi: opStackOracleAbi, data });
    if (functionName === 'getL1Fee') {
      seen.push(args[0]);
      return encodeFunctionResult({ abi: opStackOracleAbi, functionName, result: BigInt(size(args[0])) * 7n });
    }
    return hasOperator ? encodeFunctionResult({ abi: opStackOracleAbi, functionName, result: args[0] / 10n }) : 'reverts';
  };

export const nodeInterface: Contract = (data) => {
  const { args } = decodeFunctionData({ abi: arbitrumNodeInterfaceAbi, data });
  const result = [BigInt(size(args[2])) * 100n, 10_000_000n, 1n] as const;
  return encodeFunctionResult({ abi: arbitrumNodeInterfaceAbi, functionName: 'gasEstimateL1Component', result });
};
