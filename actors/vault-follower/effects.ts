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

/**
 * How long a call waits for the run in progress that reads events of the same chain, in ms. After this time a new run starts, because the
 * earlier run may never end.
 */
export const LONGEST_RUN_MS = 60_000;

/**
 * Makes sure that the runs of `run` for one chain do not overlap. All calls made during a run share the next run. This is sufficient,
 * because a run that starts after a call reads every event that had occurred before the call.
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
