import { encodeFunctionData } from 'viem';
import type { Address } from '../../../values/address.ts';
import { TOKEN_GAS } from '../../../values/token-gas.ts';
import { erc20Abi } from '../abi/erc20.generated.ts';
import type { Chains, Hex } from '../chain.ts';

/** The ERC-20 functions that trading needs besides reading balances: reading an allowance, and encoding an approval. */
export type Erc20Calls = {
  /** Reads an allowance in base units. @throws the errors of `ChainReads`; TerminalError when there is no token at the address */
  allowance(ask: { chainId: number; token: Address; owner: Address; spender: Address }): Promise<bigint>;
  encodeApprove(spender: Address, amount: bigint): Hex;
};

export function createErc20Calls(deps: { chains: Chains }): Erc20Calls {
  return {
    async allowance({ chainId, token, owner, spender }) {
      const call = { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const;
      const [result] = await deps.chains.of(chainId).readContracts([call], { gasEach: TOKEN_GAS });
      if (result.status === 'success') return result.result;
      throw result.error;
    },
    encodeApprove: (spender, amount) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  };
}
