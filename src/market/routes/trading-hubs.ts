import { type Address, isAddress } from '../../values/address.ts';
import type { EffectiveNetwork } from '../networks/network.ts';

/** Number of dollar tokens that are used as hubs (intermediate tokens of routes), in addition to the wrapped native asset. */
const DOLLAR_HUBS = 2;

/** Returns the intermediate tokens that two-hop routes on a chain use, at most three. */
export function tradingHubs({ contracts, dollarTokens }: EffectiveNetwork): readonly Address[] {
  const dollars = dollarTokens.filter(isAddress).slice(0, DOLLAR_HUBS);
  return contracts.wrappedNative === null ? dollars : [...new Set([contracts.wrappedNative, ...dollars])];
}
