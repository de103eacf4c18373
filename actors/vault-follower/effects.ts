import type { vaultFollowerMachine } from '../../machines/vault-follower.ts';
import type { FollowVault } from '../../src/features/dca/follow-vault.ts';
import type { EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { vaultFollower } from './actor.ts';

export type VaultFollowerEffects = EffectHandlers<typeof vaultFollowerMachine, (typeof vaultFollower)['effects']>;

export function createVaultFollowerEffects(deps: { followVault: FollowVault }): VaultFollowerEffects {
  return {
    follow: {
      async run({ chainId }) {
        const { head, isCaughtUp } = await deps.followVault(chainId);
        return { type: 'FOLLOWED', head, isCaughtUp };
      },
    },
  };
}
