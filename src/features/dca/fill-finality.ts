import type { RecordStore } from '../../platform/store/record-store.ts';
import { VAULT_CURSORS, type VaultCursor } from './follow-vault.ts';

export type FillFinality = {
  /** Number of blocks after the fill's block, up to the block up to which the vault's events have been read. */
  readonly confirmations: number;
  /** True when the network's confirmation depth is reached. Before that, a reorg may remove the fill. */
  readonly isFinal: boolean;
};

/** Returns a function that computes how final a block of the chain is. */
export type ReadFinality = (chainId: number) => Promise<(blockNumber: number) => FillFinality>;

/**
 * Uses the follower's progress as the head. Only blocks that were read again after a fill prove that the fill's block still exists. This
 * also means that listing fills needs no request to an endpoint.
 */
export function createReadFinality(deps: {
  records: RecordStore;
  networks: { readonly get: (chainId: number) => Promise<{ readonly confirmations: number } | null> };
}): ReadFinality {
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);
  return async (chainId) => {
    const [cursor, network] = await Promise.all([cursors.get(String(chainId)), deps.networks.get(chainId)]);
    const readTo = cursor?.blocks.at(-1)?.number ?? 0;
    // A network that is no longer listed has no known confirmation depth, so its fills never count as final.
    const depth = network?.confirmations ?? Number.POSITIVE_INFINITY;
    return (blockNumber) => {
      const confirmations = Math.max(0, readTo - blockNumber);
      return { confirmations, isFinal: confirmations >= depth };
    };
  };
}
