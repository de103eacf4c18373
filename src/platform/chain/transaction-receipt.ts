import { isHash } from '../../values/hash.ts';
import type { ChainReads, Chains } from './chain.ts';

/** The state of a transaction on its chain, as it is shown to users. */
export type TransactionState = {
  readonly status: 'sent' | 'mined' | 'reverted' | 'unknown';
  readonly nonce: number | null;
  readonly blockNumber: number | null;
  readonly gasUsed: string | null;
};

/**
 * Reads a transaction's state; null when the chain has no endpoint on this node, or the hash is not an EVM transaction hash. @throws the
 * errors of `ChainReads`
 */
export type ReadTransactionState = (chainId: number, hash: string) => Promise<TransactionState | null>;

export function createReadTransactionState({ chains }: { readonly chains: Chains }): ReadTransactionState {
  return async (chainId, hash) => {
    if (!chains.has(chainId) || !isHash(hash)) return null;
    const look = async (reads: ChainReads): Promise<TransactionState> => {
      const [transaction, receipt] = await Promise.all([reads.getTransaction(hash), reads.getReceipt(hash)]);
      const nonce = transaction?.nonce ?? null;
      if (receipt === null) return { status: transaction === null ? 'unknown' : 'sent', nonce, blockNumber: null, gasUsed: null };
      const status = receipt.status === 'success' ? 'mined' : 'reverted';
      return { status, nonce, blockNumber: receipt.blockNumber, gasUsed: receipt.gasUsed?.toString() ?? null };
    };
    return chains.of(chainId).onOneEndpoint(look, { isDoubtful: ({ status }) => status === 'unknown' });
  };
}
