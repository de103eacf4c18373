import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { gasProbeAbi } from './abi/gas-probe.generated.ts';
import { gasProbeCode } from './abi/gas-probe-code.generated.ts';
import type { ChainReads, MeasuredCalls } from './chain.ts';
import { leastGasOf } from './estimate-doubt.ts';

/** Gas limit, in gas units, of one request that measures several calls. The limit is below the limits of nodes. */
const GAS_AT_ONCE = 20_000_000n;

/**
 * Measures the gas of several calls of one contract in a single `eth_call`. A state override gives the sender the code of
 * src/contracts/GasProbe.sol, which makes the calls. The result for each call includes the base cost of a transaction with its calldata.
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
  // An empty reply means that the node ignored the state override, so that the sender had no code to run.
  if (answer === '0x') return unknown;
  const used = decodeFunctionResult({ abi: gasProbeAbi, functionName: 'measure', data: answer });
  if (used.length !== calls.length) return unknown;
  return calls.map((call, index) => {
    const own = used[index] ?? 0n;
    return own === 0n || own > gas ? null : leastGasOf({ data: call }) + own;
  });
}
