import type { VaultFollowerContext } from '../../machines/vault-follower.ts';
import { clause } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: VaultFollowerContext };

/** Explains to operators what a vault follower (the actor that reads the vaults' events) waits for. */
export function whyVaultFollower({ value, context }: Snapshot): OwnWhy {
  const { chainId, head, lastError, again } = context;
  const details = head === null ? [] : [`It follows the chain up to block ${head.number}.`];
  if (value === 'following') {
    const more = again ? ' After this run, the follower will read again.' : '';
    return { code: 'following', sentence: `The follower reads the vaults' events on chain ${chainId}.${more}`, details };
  }
  if (lastError !== null) {
    const sentence = `The follower's last run on chain ${chainId} failed: ${clause(lastError)}. The follower tries again at the next tick.`;
    return { code: 'follow-failed', sentence, details };
  }
  return { code: 'waiting-for-block', sentence: `The follower waits for a new block of chain ${chainId}.`, details };
}
