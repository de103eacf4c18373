import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../balances/within-time.ts';
import type { DcaPlaces } from './dca-places.ts';

/** The newest block of each chain, by fact key `chain-head/<chainId>`; a chain that cannot be read is left out. */
export type ReadChainHeads = (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly number: number; readonly hash: string }>>;

/** Less than what a tick waits for its facts: a chain that does not answer keeps only its own follower waiting. */
const CHAIN_WITHIN_MS = 10_000;

export function createChainHeads(deps: {
  places: DcaPlaces;
  vaultAt: (chainId: number, address: string) => DcaVault;
  /** Of a chain without a vault; null where it is not followed. */
  headOf?: (chainId: number) => Promise<{ readonly number: number; readonly hash: string } | null>;
  log: Pick<Log, 'warn'>;
  chainTimeoutMs?: number;
}): ReadChainHeads {
  const { places, vaultAt, log, chainTimeoutMs = CHAIN_WITHIN_MS } = deps;
  return async (keys) => {
    const heads = new Map<string, { number: number; hash: string }>();
    await Promise.all(
      keys.map(async (key) => {
        const chainId = Number(key.split('/')[1]);
        try {
          const head = await withinTime(headOf(chainId), chainTimeoutMs, chainId);
          if (head !== null) heads.set(key, { number: head.number, hash: head.hash });
        } catch (error) {
          log.warn("A chain's head could not be read", { chainId, error });
        }
      }),
    );
    return heads;
  };

  async function headOf(chainId: number) {
    const place = await places.of(chainId);
    if (place === null) return (await deps.headOf?.(chainId)) ?? null;
    return await vaultAt(chainId, place.vault).readEvents((reader) => reader.head());
  }
}
