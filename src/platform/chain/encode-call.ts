import { type Abi, type ContractFunctionName, type EncodeFunctionDataParameters, encodeFunctionData } from 'viem';
import type { Hex } from './chain.ts';

/** Encodes calldata for `functionName` with `args`; types come from the ABI. */
export function encodeCall<const TAbi extends Abi, TName extends ContractFunctionName<TAbi>>(
  call: EncodeFunctionDataParameters<TAbi, TName>,
): Hex {
  return encodeFunctionData<TAbi, TName>(call);
}
