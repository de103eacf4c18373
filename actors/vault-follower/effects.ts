import type { vaultFollowerMachine } from '../../machines/vault-follower.ts';
import type { FollowVault } from '../../src/features/dca/follow-vault.ts';
import type { EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { vaultFollower } from './actor.ts';

export type VaultFollowerEffects = EffectHandlers<typeof vaultFollowerMachine, (typeof vaultFollower)['effects']>;

export function createVaultFollowerEffects(deps: { followVault: FollowVault }): VaultFollowerEffects {
  const follow = oneAfterAnother(deps.followVault);
  return {
    follow: {
      async run({ chainId, head: asked }, { nowMs }) {
        const { head, isCaughtUp } = await follow(chainId, nowMs());
        const isRead = isCaughtUp && asked !== undefined && head !== null && head.number >= asked.number;
        return isRead ? null : { type: 'FOLLOWED', head, isCaughtUp };
      },
    },
  };
}

/** How long calls wait for a run that is in progress, in ms. After this time they no longer wait for it, because it may never end. */
export const LONGEST_RUN_MS = 60_000;

/**
 * Makes the runs of one chain follow one another. All calls during a run share the next run, because a run that starts after a call reads
 * everything that the call is about.
 */
export function oneAfterAnother<T>(run: (chainId: number) => Promise<T>): (chainId: number, nowMs: number) => Promise<T> {
  const lines = new Map<number, { readonly current: Promise<T>; readonly startedAtMs: number; next: Promise<T> | null }>();

  function start(chainId: number, startedAtMs: number): Promise<T> {
    const current = run(chainId);
    const line = { current, startedAtMs, next: null };
    lines.set(chainId, line);
    const end = () => {
      if (lines.get(chainId) === line && line.next === null) lines.delete(chainId);
    };
    current.then(end, end);
    return current;
  }

  return (chainId, nowMs) => {
    const line = lines.get(chainId);
    if (line === undefined || Math.abs(nowMs - line.startedAtMs) >= LONGEST_RUN_MS) return start(chainId, nowMs);
    const after = () => start(chainId, nowMs);
    line.next ??= line.current.then(after, after);
    return line.next;
  };
}
