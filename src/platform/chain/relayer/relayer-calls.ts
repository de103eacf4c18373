import { encodeFunctionData } from 'viem';
import { erc20Abi } from '../abi/erc20.generated.ts';
import { relayerAbi } from '../abi/relayer.generated.ts';
import type { RelayerCalls } from './relayer.ts';

export const relayerCalls: RelayerCalls = {
  encodeExecute: (metaTx, signature) =>
    encodeFunctionData({ abi: relayerAbi, functionName: 'executeMetaTransactionSwap', args: [metaTx, signature] }),
  encodeApprove: (spender, amount) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
};
