import type { RecordStore } from '../../platform/store/record-store.ts';
import { VAULT_CURSORS, type VaultCursor } from './follow-vault.ts';

export type FillFinality = {
  /**
   * Number of confirmations: the number of blocks from the fill's block (the block in which the order was executed) to the last block whose
   * vault events have been read.
   */
  readonly confirmations: number;
  /**
   * True when the block in which the order was executed has reached the network's confirmation depth. Until then, a reorg can remove the
   * fill (the executed order).
   */
  readonly isFinal: boolean;
};

/** Returns, for a chain, a function that computes how final a fill (executed order) in a given block is. */
export type ReadFinality = (chainId: number) => Promise<(blockNumber: number) => FillFinality>;

/**
 * Creates the function that computes the finality of fills (executed orders). The last block whose vault events have been read counts as
 * the newest block, because only blocks that were read after the fill prove that the fill's block is still part of the chain. So listing
 * fills needs no request to an endpoint.
 */
export function createReadFinality(deps: {
  records: RecordStore;
  networks: { readonly get: (chainId: number) => Promise<{ readonly confirmations: number } | null> };
}): ReadFinality {
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);
  return async (chainId) => {
    const [cursor, network] = await Promise.all([cursors.get(String(chainId)), deps.networks.get(chainId)]);
    const readTo = cursor?.blocks.at(-1)?.number ?? 0;
    // The confirmation depth of a network that is no longer listed is unknown, so the fills (executed orders) on that network never count
    // as final.
    const depth = network?.confirmations ?? Number.POSITIVE_INFINITY;
    return (blockNumber) => {
      const confirmations = Math.max(0, readTo - blockNumber);
      return { confirmations, isFinal: confirmations >= depth };
    };
  };
}
