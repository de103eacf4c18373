import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import type { Address } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Chains, Hex } from './chain.ts';

/** `owner()` is the function of ERC-173 and most ERC-4337 accounts; `isOwner` is the function of Safe and Coinbase accounts. */
const ownerAbi = parseAbi(['function owner() view returns (address)', 'function isOwner(address owner) view returns (bool)']);
/**
 * Gas limit, in gas units, of a call to the account's contract. The limit is much more than `owner()` or `isOwner()` needs, but limits the
 * work of the node and the size of the reply.
 */
const GAS = 200_000n;
const WORD = /^0x[0-9a-f]{64}$/i;

/**
 * Returns whether a smart-contract account reports the wallet as its owner; null when the chain is not configured or does not answer. The
 * account's author controls that report. So the report identifies the owner of an account with known code, but does not prove that an
 * unknown account belongs to the wallet.
 */
export type ReadAccountOwner = (chainId: number, account: Address, owner: Address) => Promise<boolean | null>;

export function createReadAccountOwner({ chains }: { readonly chains: Chains }): ReadAccountOwner {
  return async (chainId, account, owner) => {
    if (!isEvmChain(chainId) || !chains.has(chainId)) return null;
    const ask = async (data: Hex): Promise<Hex | null> => {
      try {
        return await chains.of(chainId).call({ to: account, data, gas: GAS });
      } catch (error) {
        // The contract does not have this function, or the call used all of its gas. In both cases the contract reports no owner.
        if (error instanceof CoxswainError && !(error instanceof RetryableError)) return null;
        throw error;
      }
    };
    try {
      const [named, isOwner] = await Promise.all([
        ask(encodeFunctionData({ abi: ownerAbi, functionName: 'owner' })),
        ask(encodeFunctionData({ abi: ownerAbi, functionName: 'isOwner', args: [owner] })),
      ]);
      if (named !== null && WORD.test(named) && named.slice(2, 26) === '0'.repeat(24)) {
        const [address] = decodeAbiParameters([{ type: 'address' }], named);
        if (address.toLowerCase() === owner) return true;
      }
      return isOwner !== null && /^0x0{63}1$/.test(isOwner);
    } catch (error) {
      if (error instanceof RetryableError) return null;
      throw error;
    }
  };
}
