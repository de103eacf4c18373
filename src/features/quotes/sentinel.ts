import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { ChainAddress } from '../../values/address.ts';
import { isNative } from '../../values/native.ts';

/** The address `0xeeee...`, by which most aggregators denote the native asset. */
export const ALL_E = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Converts a token's address to the provider's notation. */
export function withSentinel(address: ChainAddress, sentinel: string = ALL_E): string {
  return isNative(address) ? sentinel : address;
}

/** Whether a lowercase address in a provider's reply is the given token, whichever address the provider uses for the native asset. */
export function isSameToken(theirs: string, ours: string): boolean {
  return theirs === ours || (isNative(theirs) && isNative(ours));
}

/**
 * Requires that a reply is about the requested trade.
 * @throws ProviderFailure `mismatched-reply`
 */
export function requireAnswer(name: string, isAboutWhatWasAsked: boolean): void {
  if (!isAboutWhatWasAsked)
    throw new ProviderFailure('mismatched-reply', `${name} returned a reply for a different trade than the requested one.`);
}
