import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRecentAnswers } from '../../platform/loop/recent-answers.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

type VaultAt = (chainId: number, address: Address) => DcaVault;

/** How long a chain's time is reused, in ms. So short a time is precise enough, because deadlines are minutes away. */
const KEEP_MS = 500;

/** Lets orders that are planned at the same time share one read of the vault's clock. */
export function withRecentTime(vaultAt: VaultAt, { clock }: { readonly clock: Clock }): VaultAt {
  const recent = createRecentAnswers<number>({ nowMs: clock.now, keepMs: KEEP_MS });
  return (chainId, address) => {
    const vault = vaultAt(chainId, address);
    return { ...vault, timeSec: () => recent(`${chainId}/${address}`, vault.timeSec) };
  };
}
