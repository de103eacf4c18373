import type { Token } from '../../../market/tokens/token.ts';
import { erc20Abi } from '../../../platform/chain/abi/erc20.generated.ts';
import type { ChainReads } from '../../../platform/chain/chain.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import { TOKEN_GAS } from '../../../values/token-gas.ts';

/**
 * Reads the balance of a wallet in base units. @throws the errors of `ChainReads`; an error that names the token when the token's contract
 * does not answer
 */
export async function readBalance(chain: Pick<ChainReads, 'getBalance' | 'readContracts'>, token: Token, wallet: Address): Promise<bigint> {
  const { address } = token;
  if (isNative(address) || !isAddress(address)) return await chain.getBalance(wallet);
  const [result] = await chain.readContracts([{ address, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] }] as const, {
    gasEach: TOKEN_GAS,
  });
  if (result.status === 'success') return result.result;
  throw result.error;
}
