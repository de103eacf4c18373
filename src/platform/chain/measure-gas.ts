import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { gasProbeAbi } from './abi/gas-probe.generated.ts';
import { gasProbeCode } from './abi/gas-probe-code.generated.ts';
import type { ChainReads, MeasuredCalls } from './chain.ts';
import { leastGasOf } from './estimate-doubt.ts';

/** Gas of one request: less than nodes allow for one. */
const GAS_AT_ONCE = 20_000_000n;

/**
 * Runs calls of one contract in a single `eth_call`, in which the sender has the code of src/contracts/GasProbe.sol. The gas of each includes
 * what a transaction with its data costs.
 */
export async function measureGas(
  reads: Pick<ChainReads, 'call'>,
  at: 'latest' | 'pending',
  { from, to, calls, gas }: MeasuredCalls,
): Promise<readonly (bigint | null)[]> {
  const unknown = calls.map(() => null);
  const data = encodeFunctionData({ abi: gasProbeAbi, functionName: 'measure', args: [to, calls, gas] });
  const overrides = [{ address: from, code: gasProbeCode }];
  const answer = await reads.call({ from, to: from, data, gas: GAS_AT_ONCE, at, overrides });
  // A node that ignores the override answers for an account without code.
  if (answer === '0x') return unknown;
  const used = decodeFunctionResult({ abi: gasProbeAbi, functionName: 'measure', data: answer });
  if (used.length !== calls.length) return unknown;
  return calls.map((call, index) => {
    const own = used[index] ?? 0n;
    return own === 0n || own > gas ? null : leastGasOf({ data: call }) + own;
  });
}
