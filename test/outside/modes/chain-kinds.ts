import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  isHex,
  parseTransaction,
  recoverTransactionAddress,
  size,
  type TransactionSerialized,
} from 'viem';
import {
  ARBITRUM_NODE_INTERFACE,
  arbitrumNodeInterfaceAbi,
  OP_STACK_ORACLE,
  opStackOracleAbi,
} from '../../../src/platform/chain/data-fees.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { type Answer, hex, isTold, type Mode, type Respond, refusal, result, type Told } from './mode.ts';

/** Wei that a transaction on the simulated OP-stack chain pays for its data: a fixed minimum, and an amount for each byte. */
export const LEAST_DATA_WEI = 10n ** 13n;
const WEI_PER_BYTE = 10n ** 9n;
/**
 * Gas that a transaction on the simulated Arbitrum chain needs for its data: a fixed minimum, and an amount for each byte. It is far more
 * than a trade itself uses.
 */
export const LEAST_DATA_GAS = 3_000_000n;
const GAS_PER_BYTE = 800n;

const LEAST_GAS = 21_000n;

const bytesOf = (data: unknown): bigint => (isHex(data) ? BigInt(size(data)) : 0n);
const dataWei = (bytes: bigint): bigint => LEAST_DATA_WEI + bytes * WEI_PER_BYTE;
const dataGas = (bytes: bigint): bigint => LEAST_DATA_GAS + bytes * GAS_PER_BYTE;
const resultOf = (answer: Answer): unknown => ('error' in answer ? null : answer.result);
const isTo = (address: unknown, wanted: string): boolean => typeof address === 'string' && parseAddress(address) === wanted;

const opStack: Mode['start'] =
  (node): Respond =>
  async ({ method, params: [first] }) => {
    if (method === 'eth_call' && isTold(first) && isHex(first.data) && isTo(first.to, OP_STACK_ORACLE)) return result(oracle(first.data));
    if (method !== 'eth_getTransactionReceipt') return null;
    const receipt = resultOf(await node.ask(method, [first]));
    if (!isTold(receipt)) return null;
    const transaction = resultOf(await node.ask('eth_getTransactionByHash', [first]));
    return result({ ...receipt, l1Fee: hex(dataWei(bytesOf(isTold(transaction) ? transaction.input : '0x'))) });
  };

function oracle(data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: opStackOracleAbi, data });
  const fee = functionName === 'getL1Fee' ? dataWei(bytesOf(args[0])) : 0n;
  return encodeFunctionResult({ abi: opStackOracleAbi, functionName, result: fee });
}

/** Arbitrum charges the gas for the data first, and runs the call with the remaining gas. */
const arbitrum: Mode['start'] =
  (node): Respond =>
  async ({ method, params }) => {
    const [first, ...rest] = params;
    if (method === 'eth_maxPriorityFeePerGas') return result('0x0');
    if (method === 'eth_feeHistory') {
      const history = resultOf(await node.ask(method, params));
      const reward =
        isTold(history) && Array.isArray(history.reward)
          ? history.reward.map((tips) => (Array.isArray(tips) ? tips.map(() => '0x0') : tips))
          : [];
      return isTold(history) ? result({ ...history, reward }) : null;
    }
    if (method === 'eth_call' && isTold(first) && isTo(first.to, ARBITRUM_NODE_INTERFACE) && isHex(first.data)) {
      const { args } = decodeFunctionData({ abi: arbitrumNodeInterfaceAbi, data: first.data });
      const estimate = [dataGas(bytesOf(args[2])), 1n, 1n] as const;
      return result(encodeFunctionResult({ abi: arbitrumNodeInterfaceAbi, functionName: 'gasEstimateL1Component', result: estimate }));
    }
    if (method === 'eth_estimateGas' && isTold(first)) {
      const forData = dataGas(bytesOf(first.data ?? first.input));
      const call = withLess(first, forData);
      if (call === null) return refusal(-32000, `gas required exceeds allowance (${String(first.gas)})`);
      const answer = await node.ask(method, [call, ...rest]);
      if ('error' in answer) return { kind: 'answer', answer };
      return result(hex(BigInt(String(answer.result)) + forData));
    }
    if (method === 'eth_sendRawTransaction' && isHex(first)) {
      const { to, data, value, gas = 0n } = parseTransaction(first);
      const left = gas - dataGas(bytesOf(data));
      if (left < LEAST_GAS) return refusal(-32000, 'intrinsic gas too low');
      // The node behind the endpoint charges no gas for data. So the call gets less gas here, because a call that would run out of gas on
      // Arbitrum must fail.
      if (data === undefined) return null;
      const call = {
        to,
        data,
        value: hex(value ?? 0n),
        from: await recoverTransactionAddress({ serializedTransaction: first as TransactionSerialized }),
        gas: hex(left),
      };
      const answer = await node.ask('eth_call', [call, 'pending']);
      return 'error' in answer && /gas/i.test(answer.error.message) ? refusal(-32000, `out of gas: ${answer.error.message}`) : null;
    }
    if (method !== 'eth_getTransactionReceipt') return null;
    const receipt = resultOf(await node.ask(method, params));
    const transaction = resultOf(await node.ask('eth_getTransactionByHash', [first]));
    if (!isTold(receipt) || !isTold(transaction)) return null;
    const forData = dataGas(bytesOf(transaction.input));
    return result({ ...receipt, gasUsedForL1: hex(forData), gasUsed: hex(BigInt(String(receipt.gasUsed)) + forData) });
  };

/** Reduces the gas limit of a call by the gas for its data; returns null when the limit does not cover the data. */
function withLess(call: Told, gas: bigint): Told | null {
  if (call.gas === undefined) return call;
  const left = BigInt(String(call.gas)) - gas;
  return left < LEAST_GAS ? null : { ...call, gas: hex(left) };
}

/** Simulates a chain without EIP-1559: its blocks have no base fee, it has no methods for tips, and it accepts only legacy transactions. */
const legacy: Mode['start'] =
  (node): Respond =>
  async ({ method, params }) => {
    if (method === 'eth_maxPriorityFeePerGas' || method === 'eth_feeHistory') return refusal(-32601, `the method ${method} does not exist`);
    if (method === 'eth_sendRawTransaction' && isHex(params[0]) && parseTransaction(params[0]).type !== 'legacy')
      return refusal(-32000, 'transaction type not supported');
    if (method !== 'eth_getBlockByNumber') return null;
    const block = resultOf(await node.ask(method, params));
    if (!isTold(block)) return null;
    const { baseFeePerGas: _, ...without } = block;
    return result(without);
  };

/** Kinds of chains that an endpoint can simulate. They are no misbehavior; an endpoint of such a chain may misbehave in addition. */
export const chainKinds = {
  'op-stack': { name: 'op-stack', what: 'a fee in wei for data, beside the gas', start: opStack },
  arbitrum: { name: 'arbitrum', what: 'gas for data as part of all gas, and no tips', start: arbitrum },
  legacy: { name: 'legacy', what: 'no EIP-1559', start: legacy },
} satisfies Record<string, Mode>;
