import { concatHex, encodeFunctionData, getContractAddress, keccak256, stringToHex } from 'viem';
import { deterministicDeployer } from '../contracts/deterministic-deployment.ts';
import { type Address, parseAddress } from '../values/address.ts';
import { loadArtifact } from './load-artifact.ts';

/** The devnet's stand-in for an aggregator: a contract that splits a swap over several exchanges. */
export const splitRouter = {
  /** Address of the stand-in aggregator, which is the same on every devnet of this version. */
  address(): Address {
    const { from, salt, bytecode } = creation();
    return parseAddress(getContractAddress({ opcode: 'CREATE2', from, salt, bytecode }));
  },
  /** Calldata with which the deterministic deployer creates the stand-in aggregator. */
  deploymentData(): `0x${string}` {
    const { salt, bytecode } = creation();
    return concatHex([salt, bytecode]);
  },
};

function creation() {
  const { bytecode } = loadArtifact('SplitRouter');
  return { from: deterministicDeployer.address, salt: keccak256(stringToHex('devnet/SplitRouter')), bytecode };
}

/**
 * Encodes a call of the aggregator's function `swap`. The contract takes the total amount of all parts from its caller, and makes the call
 * of each part.
 */
export function encodeSplit(
  token: Address,
  parts: readonly { readonly target: Address; readonly spender: Address; readonly amountIn: bigint; readonly data: `0x${string}` }[],
): `0x${string}` {
  return encodeFunctionData({ abi: loadArtifact('SplitRouter').abi, functionName: 'swap', args: [token, parts] });
}
