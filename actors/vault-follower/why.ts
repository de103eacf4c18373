import type { VaultFollowerContext } from '../../machines/vault-follower.ts';
import { clause } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: VaultFollowerContext };

/** Explains to operators what a vault follower (the actor that reads the vaults' events) waits for. */
export function whyVaultFollower({ value, context }: Snapshot): OwnWhy {
  const { chainId, head, lastError, again } = context;
  const details = head === null ? [] : [`The events up to block ${head.number} are read.`];
  if (value === 'following') {
    const more = again ? ' After this run, the service will read again.' : '';
    return { code: 'following', sentence: `The service reads the vaults' events on chain ${chainId}.${more}`, details };
  }
  if (lastError !== null) {
    const sentence = `Reading the vaults' events on chain ${chainId} failed: ${clause(lastError)}. The service tries again at its next regular check.`;
    return { code: 'follow-failed', sentence, details };
  }
  return {
    code: 'waiting-for-block',
    sentence: `To read further events of the vaults, the service waits for a new block of chain ${chainId}.`,
    details,
  };
}
