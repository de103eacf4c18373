import { type Address, parseAddress } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import { relayerAbi } from '../abi/relayer.generated.ts';
import type { Chains } from '../chain.ts';
import { decodeEvents } from '../decode-events.ts';

/** A swap that went through our Relayer contract, with the amounts that the contract measured. */
export type RelayedTrade = {
  readonly from: Address;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** The amount that the recipient received, in base units. */
  readonly amountOut: bigint;
  /** False while a reorg may still remove the transaction's block. */
  readonly isFinal: boolean;
};

/**
 * Reads the trade that the relayer made in a transaction; null when the relayer made no trade in it, or no endpoint has the transaction.
 * @throws the errors of `ChainReads`
 */
export type ReadRelayed = (chainId: number, hash: Hash, relayer: Address) => Promise<RelayedTrade | null>;

export function createReadRelayed({ chains }: { readonly chains: Pick<Chains, 'of'> }): ReadRelayed {
  return (chainId, hash, relayer) => {
    const chain = chains.of(chainId);
    return chain.onOneEndpoint(
      async (reads) => {
        const receipt = await reads.getReceipt(hash);
        if (receipt === null || receipt.status !== 'success') return null;
        // Only the relayer's own logs are decoded, since any contract can emit an event with the same structure.
        const events = decodeEvents(
          relayerAbi,
          receipt.logs.filter(({ address }) => address === relayer),
        );
        const found = events.find(({ event }) => event.eventName === 'MetaTransactionExecuted');
        if (found?.event.eventName !== 'MetaTransactionExecuted') return null;
        const { from, fromToken, toToken, amountOut } = found.event.args;
        const isFinal = await reads.isFinal(receipt, chain.confirmations);
        return { from: parseAddress(from), fromToken: parseAddress(fromToken), toToken: parseAddress(toToken), amountOut, isFinal };
      },
      { isDoubtful: (trade) => trade === null },
    );
  };
}
