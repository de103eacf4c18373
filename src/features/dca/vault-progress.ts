import type { RecordStore } from '../../platform/store/record-store.ts';
import type { DcaDeployments } from './dca-deployments.ts';
import { VAULT_CURSORS, type VaultCursor } from './follow-vault.ts';

/**
 * Creates the function that returns the number of the last block up to which the events of a chain's DCA vault have been read. The function
 * returns minus one before the first block was read, and null when the chain has no vault.
 */
export function createVaultProgress(deps: {
  readonly records: RecordStore;
  readonly deployments: Pick<DcaDeployments, 'of'>;
}): (chainId: number) => Promise<number | null> {
  const cursors = deps.records.collection<VaultCursor>(VAULT_CURSORS);
  return async (chainId) => {
    if ((await deps.deployments.of(chainId)) === null) return null;
    return (await cursors.get(String(chainId)))?.blocks.at(-1)?.number ?? -1;
  };
}
