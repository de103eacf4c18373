import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { Address } from '../../values/address.ts';

/**
 * Chooses one of a chain's executors (accounts that send transactions) for a subject, such as an agent. The choice depends only on the
 * subject and the set of keys, not on their order. When a key is added, it takes over only its own share of the subjects (rendezvous
 * hashing).
 */
export function chooseExecutor(executors: readonly Address[], subject: string): Address | null {
  let best: { readonly executor: Address; readonly weight: string } | null = null;
  for (const executor of executors) {
    const weight = keccak256OfText(`${subject}/${executor}`);
    if (best === null || weight > best.weight) best = { executor, weight };
  }
  return best?.executor ?? null;
}
