import { parseAbi } from 'viem';
import type { Chain } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Call } from './step.ts';

/** What a rollup charges in wei for a call's data on its layer-1 chain; 0 where that is part of the gas. */
export type LayerOneFee = (call: Call) => Promise<bigint>;

/** The fee contract of every OP-stack chain (Base, OP Mainnet and others). */
const ORACLE = parseAddress('0x420000000000000000000000000000000000000F');
const ORACLE_ABI = parseAbi(['function getL1Fee(bytes data) view returns (uint256)']);

export async function createLayerOneFee(chain: Chain): Promise<LayerOneFee> {
  if ((await chain.getCode(ORACLE)) === '0x') return async () => 0n;
  return async ({ data }) => {
    try {
      return BigInt(await chain.call({ to: ORACLE, data: encodeCall({ abi: ORACLE_ABI, functionName: 'getL1Fee', args: [data] }) }));
    } catch (error) {
      // Another contract may be at this address on another kind of chain.
      if (error instanceof TerminalError || error instanceof SyntaxError) return 0n;
      throw error;
    }
  };
}
