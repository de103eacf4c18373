import type { RouterPermission, VaultRouters } from '../../platform/chain/vault-routers/create-vault-routers.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

/**
 * Returns which of the routers (contracts of exchanges and aggregators) in `routers` a vault permits. Throws the errors of reading the
 * chain.
 */
export type AllowedRouters = {
  of(chainId: number, vault: Address, routers: readonly Address[]): Promise<ReadonlyMap<Address, RouterPermission>>;
};

/**
 * How long the list of routers that a vault permits is cached, in ms. The list rarely changes, and the simulation of an order checks it in
 * any case.
 */
const KEEP_MS = 60_000;
/** Maximum number of vaults whose lists of permitted routers are cached. */
const MOST_KEPT = 100;

type Kept = { readonly untilMs: number; readonly of: Map<Address, Promise<RouterPermission>> };

/** Caches for a minute which routers a vault permits, so that for 1,000 orders in a minute the list is read only once. */
export function createAllowedRouters({ vaultRouters, clock }: { vaultRouters: VaultRouters; clock: Clock }): AllowedRouters {
  const kept = new Map<string, Kept>();

  return {
    async of(chainId, vault, routers) {
      const known = keptOf(`${chainId}/${vault}`);
      const missing = [...new Set(routers)].filter((router) => !known.has(router));
      if (missing.length > 0) {
        const reading = vaultRouters.permissions(chainId, vault, missing);
        missing.forEach((router, index) => {
          const one = reading.then((answers) => answers[index] ?? NOTHING);
          // A failed read is removed from the cache. Only the callers that already wait for this read get its error.
          one.catch(() => known.delete(router));
          known.set(router, one);
        });
      }
      return new Map(await Promise.all(routers.map(async (router) => [router, await (known.get(router) ?? NOTHING)] as const)));
    },
  };

  function keptOf(key: string): Kept['of'] {
    const now = clock.now();
    const had = kept.get(key);
    if (had !== undefined && now < had.untilMs) return had.of;
    const fresh: Kept = { untilMs: now + KEEP_MS, of: new Map() };
    kept.delete(key);
    kept.set(key, fresh);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return fresh.of;
  }
}

const NOTHING: RouterPermission = { isTarget: false, isSpender: false };
