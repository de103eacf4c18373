import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DcaPlaces } from './dca-places.ts';

/** The newest block of each chain, by fact key `chain-head/<chainId>`; a chain that cannot be read is left out. */
export type ReadChainHeads = (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly number: number; readonly hash: string }>>;

export function createChainHeads(deps: {
  places: DcaPlaces;
  vaultAt: (chainId: number, address: string) => DcaVault;
  log: Log;
}): ReadChainHeads {
  const { places, vaultAt, log } = deps;
  return async (keys) => {
    const heads = new Map<string, { number: number; hash: string }>();
    await Promise.all(
      keys.map(async (key) => {
        const chainId = Number(key.split('/')[1]);
        try {
          const place = await places.of(chainId);
          if (place === null) return;
          const { number, hash } = await vaultAt(chainId, place.vault).readEvents((reader) => reader.head());
          heads.set(key, { number, hash });
        } catch (error) {
          log.warn("A chain's head could not be read", { chainId, error });
        }
      }),
    );
    return heads;
  };
}
