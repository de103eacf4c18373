import { isHash } from '../../values/hash.ts';
import type { ChainReads, Chains } from './chain.ts';

/** What a chain shows of a transaction, for a person who looks. */
export type TransactionState = {
  readonly status: 'sent' | 'mined' | 'reverted' | 'unknown';
  readonly nonce: number | null;
  readonly blockNumber: number | null;
  readonly gasUsed: string | null;
};

/** Null: this node has no endpoint of the chain, or it is no hash of an EVM chain. @throws as `ChainReads` */
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
