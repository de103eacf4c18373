import type { VaultFollowerContext } from '../../machines/vault-follower.ts';
import type { ActorSketch } from '../../src/values/inspection/actor-sketch.ts';

/** A follower as the inspector shows it. */
export function sketchVaultFollower({ context }: { readonly context: VaultFollowerContext }): ActorSketch {
  const related = [{ id: `dca-batch/${context.chainId}`, relation: 'gathers the orders of its vault' }];
  return { tokens: [], related, transactions: [], domain: null, sendsOn: null, requests: [] };
}
