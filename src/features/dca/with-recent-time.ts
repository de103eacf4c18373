import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRecentAnswers } from '../../platform/loop/recent-answers.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

type VaultAt = (chainId: number, address: Address) => DcaVault;

/**
 * How long the time that was read from a chain is reused, in ms. Time that is so little out of date is precise enough for the deadlines of
 * orders, which are minutes away.
 */
const KEEP_MS = 500;

/** Wraps the vaults so that orders which are planned at the same time share one read of the chain's time. */
export function withRecentTime(vaultAt: VaultAt, { clock }: { readonly clock: Clock }): VaultAt {
  const recent = createRecentAnswers<number>({ nowMs: clock.now, keepMs: KEEP_MS });
  return (chainId, address) => {
    const vault = vaultAt(chainId, address);
    return { ...vault, timeSec: () => recent(`${chainId}/${address}`, vault.timeSec) };
  };
}
