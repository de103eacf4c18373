import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { DcaDeployments } from './dca-deployments.ts';

/**
 * Reads the newest block of each chain. The keys have the form `chain-head/<chainId>`. A chain that cannot be read is left out of the
 * result.
 */
export type ReadChainHeads = (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly number: number; readonly hash: Hash }>>;

/**
 * Time limit in ms for reading the newest block of one chain. It is shorter than the time that a tick (the service's run once a minute)
 * waits for its external data, so a chain that does not answer delays only the reading of its own events.
 */
const CHAIN_WITHIN_MS = 10_000;
/**
 * Pauses in ms between attempts to read the newest block. Without further attempts, a short failure of an endpoint would delay a new
 * position until the next tick (the service's run once a minute).
 */
const PAUSES_MS = [250, 1_000, 3_000];

export function createChainHeads(deps: {
  deployments: DcaDeployments;
  vaultAt: (chainId: number, address: Address) => DcaVault;
  /** Reads the newest block of a chain without a vault; null when no events are read on that chain. */
  headOf?: (chainId: number) => Promise<{ readonly number: number; readonly hash: Hash } | null>;
  log: RepeatsLog;
  chainTimeoutMs?: number;
  pausesMs?: readonly number[];
}): ReadChainHeads {
  const { deployments, vaultAt, log, chainTimeoutMs = CHAIN_WITHIN_MS, pausesMs = PAUSES_MS } = deps;
  const repeats = createRepeats({ log });
  return async (keys) => {
    const heads = new Map<string, { number: number; hash: Hash }>();
    await Promise.all(
      keys.map(async (key) => {
        const chainId = Number(key.split('/')[1]);
        try {
          const giveUp = AbortSignal.timeout(chainTimeoutMs);
          const head = await chainWithinTime(headSoon(chainId, giveUp), chainTimeoutMs, chainId);
          repeats.over(String(chainId), 'The newest block of a chain can be read again after failures', { chainId });
          if (head !== null) heads.set(key, { number: head.number, hash: head.hash });
        } catch (error) {
          repeats.warn(String(chainId), 'Reading the newest block of a chain failed', { chainId, error });
        }
      }),
    );
    return heads;
  };

  /** Reads the newest block. If a read fails, tries again after each of the pauses until the time limit. */
  async function headSoon(chainId: number, giveUp: AbortSignal): Promise<Awaited<ReturnType<typeof headOf>>> {
    for (const pauseMs of pausesMs) {
      try {
        return await headOf(chainId);
      } catch (error) {
        if (!(error instanceof RetryableError) || giveUp.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return await headOf(chainId);
  }

  async function headOf(chainId: number) {
    const place = await deployments.of(chainId);
    if (place === null) return (await deps.headOf?.(chainId)) ?? null;
    return await vaultAt(chainId, place.vault).readEvents((reader) => reader.head());
  }
}
