import { type Address, isAddress } from '../../values/address.ts';
import type { EffectiveNetwork } from '../networks/network.ts';

/** Dollar tokens that two-hop routes go through, beside the wrapped native asset. */
const DOLLAR_HUBS = 2;

/** The tokens that routes of two hops go through on a chain, at most three. */
export function tradingHubs({ contracts, dollarTokens }: EffectiveNetwork): readonly Address[] {
  const dollars = dollarTokens.filter(isAddress).slice(0, DOLLAR_HUBS);
  return contracts.wrappedNative === null ? dollars : [...new Set([contracts.wrappedNative, ...dollars])];
}
