import type { RecordStore } from '../../platform/store/record-store.ts';
import { VAULT_CURSORS, type VaultCursor } from './follow-vault.ts';

export type FillFinality = {
  /** Blocks above the fill's own, as far as the vault's events have been read. */
  readonly confirmations: number;
  /** Deep enough by the network's confirmation depth. Until then a reorg may take the fill back. */
  readonly isFinal: boolean;
};

/** Says of the blocks of one chain how final they are. */
export type ReadFinality = (chainId: number) => Promise<(blockNumber: number) => FillFinality>;

/**
 * Goes by what the follower has read, and not by a head of its own: only what was read again above a fill tells that its block is
 * still there, and a read of fills asks no endpoint.
 */
export function createReadFinality(deps: {
  records: RecordStore;
  networks: { readonly get: (chainId: number) => Promise<{ readonly confirmations: number } | null> };
}): ReadFinality {
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);
  return async (chainId) => {
    const [cursor, network] = await Promise.all([cursors.get(String(chainId)), deps.networks.get(chainId)]);
    const readTo = cursor?.blocks.at(-1)?.number ?? 0;
    // A network that is not listed any more says nothing about its depth.
    const depth = network?.confirmations ?? Number.POSITIVE_INFINITY;
    return (blockNumber) => {
      const confirmations = Math.max(0, readTo - blockNumber);
      return { confirmations, isFinal: confirmations >= depth };
    };
  };
}
