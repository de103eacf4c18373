import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { isAddress } from '../../values/address.ts';
import type { PinnedContracts, ProviderTraits } from './provider.ts';

/** More contracts that an operator trusts a provider with, by its name; from the settings. */
export type TrustedContracts = Readonly<Record<string, readonly string[]>>;

/**
 * Refuses a reply that has a contract called or approved which is not pinned for its provider: whoever takes over a provider's API
 * must not be able to name one of his own (domain decisions, "Quotes").
 * @throws ProviderFailure `unpinned-contract`, naming the address
 */
export function checkPinned(
  traits: ProviderTraits,
  chainId: number,
  named: { readonly target: string | null; readonly spender: string | null },
  trusted: TrustedContracts,
): void {
  const also = trusted[traits.name] ?? [];
  check(traits, 'call', traits.targets, chainId, named.target, also);
  check(traits, 'approve', traits.spenders, chainId, named.spender, also);
}

function check(
  { name }: ProviderTraits,
  what: 'call' | 'approve',
  pinned: PinnedContracts | null,
  chainId: number,
  address: string | null,
  also: readonly string[],
): void {
  if (pinned === null || address === null) return;
  const known: readonly string[] = pinned.byChain?.[chainId] ?? pinned.everywhere;
  if (isAddress(address) && (known.includes(address) || also.includes(address))) return;
  throw new ProviderFailure(
    'unpinned-contract',
    `${name} wants to ${what} ${address.slice(0, 80)} on chain ${chainId}, which is not among the contracts that are known for it.`,
  );
}
