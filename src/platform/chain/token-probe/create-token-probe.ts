import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { parseAddress } from '../../../values/address.ts';
import { erc20Abi } from '../abi/erc20.generated.ts';
import { tokenProbeAbi } from '../abi/token-probe.generated.ts';
import { tokenProbeCode } from '../abi/token-probe-code.generated.ts';
import type { Chains } from '../chain.ts';
import { revertReason } from '../revert-reason.ts';
import type { TokenProbe } from './token-probe.ts';

/** An address for which nobody knows a key, and at which there is no contract: the last 20 bytes of keccak256("coxswain token probe"). */
const PROBE = parseAddress('0xc7e707362e5f4017b40e361b2ef1486b1a677fee');

/**
 * Gas limit, in gas units, of a simulation that contains four swaps and as many transfers. A token that needs more gas is not worth
 * trading.
 */
const GAS = 10_000_000n;

export function createTokenProbe(deps: { readonly chains: Pick<Chains, 'of'> }): TokenProbe {
  return {
    async roundTrip(chainId, { path, amountIn }) {
      const [wrappedNative] = path.tokens;
      if (wrappedNative === undefined) throw new RangeError('The path has no tokens');
      const hops = path.pools.map(({ address: pool }, index) => ({
        pool,
        tokenIn: path.tokens[index] ?? wrappedNative,
        tokenOut: path.tokens[index + 1] ?? wrappedNative,
      }));
      const answer = await deps.chains.of(chainId).call({
        to: PROBE,
        data: encodeFunctionData({ abi: tokenProbeAbi, functionName: 'roundTrip', args: [wrappedNative, hops, amountIn] }),
        gas: GAS,
        overrides: [{ address: PROBE, code: tokenProbeCode, balance: amountIn }],
      });
      const result = decodeFunctionResult({ abi: tokenProbeAbi, functionName: 'roundTrip', data: answer });
      if (result.failed !== DONE) {
        const { reason } = revertReason(result.reason, erc20Abi);
        return { kind: 'refused', step: result.failed === BUY ? 'buy' : 'sell', reason };
      }
      const { boughtSent, boughtArrived, soldSent, soldArrived, returned } = result;
      return { kind: 'traded', boughtSent, boughtArrived, soldSent, soldArrived, returned };
    },
  };
}

/** The numeric values of the enum `Step` of the contract TokenProbe, in their order. */
const DONE = 0;
const BUY = 1;
