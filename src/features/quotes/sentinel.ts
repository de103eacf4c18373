import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ChainAddress } from '../../values/address.ts';
import { isNative } from '../../values/native.ts';

/** The address `0xeeee...`, by which most aggregators represent the native asset. */
export const ALL_E = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Converts a token's address to a provider's notation, in which `sentinel` represents the native asset. */
export function withSentinel(address: ChainAddress, sentinel: string = ALL_E): string {
  return isNative(address) ? sentinel : address;
}

/**
 * Whether a lowercase address in a provider's reply (`theirs`) means the same token as the service's address (`ours`), whichever address
 * the provider uses for the native asset.
 */
export function isSameToken(theirs: string, ours: string): boolean {
  return theirs === ours || (isNative(theirs) && isNative(ours));
}

/**
 * Throws an error when a provider's reply is not about the requested trade.
 * @throws ProviderFailure `mismatched-reply`
 */
export function requireAnswer(name: string, isAboutWhatWasAsked: boolean): void {
  if (!isAboutWhatWasAsked)
    throw new ProviderFailure('mismatched-reply', `${name} returned a reply for a different trade than the requested one.`);
}
