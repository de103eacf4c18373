import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { type Address, isAddress } from '../../values/address.ts';
import type { PinnedContracts, ProviderTraits } from './provider.ts';

/** Additional contracts that the operator's settings allow for a provider, by the provider's name. */
export type TrustedContracts = Readonly<Record<string, readonly string[]>>;

/**
 * Refuses a reply that calls or approves a contract outside its provider's fixed list. So an attacker who controls a provider's API cannot
 * make wallets call a contract of the attacker (domain decisions, "Quotes").
 * @throws ProviderFailure `unpinned-contract` with the address
 */
export function checkPinned(
  traits: ProviderTraits,
  chainId: number,
  named: { readonly target: Address | null; readonly spender: Address | null },
  trusted: TrustedContracts,
): void {
  const also = trusted[traits.name] ?? [];
  check(traits, 'call', traits.targets, chainId, named.target, also);
  check(traits, 'approve', traits.spenders, chainId, named.spender, also);
}

/** Returns the contracts on a chain that a provider's transactions may call or request approvals for. */
export function pinnedOn(
  traits: ProviderTraits,
  what: 'targets' | 'spenders',
  chainId: number,
  trusted: TrustedContracts,
): readonly Address[] {
  const pinned = traits[what];
  if (pinned === null) return [];
  return [...(pinned.byChain?.[chainId] ?? pinned.everywhere), ...(trusted[traits.name] ?? []).filter(isAddress)];
}

function check(
  { name }: ProviderTraits,
  what: 'call' | 'approve',
  pinned: PinnedContracts | null,
  chainId: number,
  address: Address | null,
  also: readonly string[],
): void {
  if (pinned === null || address === null) return;
  const known: readonly string[] = pinned.byChain?.[chainId] ?? pinned.everywhere;
  if (isAddress(address) && (known.includes(address) || also.includes(address))) return;
  throw new ProviderFailure(
    'unpinned-contract',
    `${name} wants to ${what} ${address.slice(0, 80)} on chain ${chainId}, which is not an allowed contract of this provider.`,
  );
}
