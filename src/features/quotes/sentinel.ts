import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { isNative } from '../../values/native.ts';

/** The sentinel that most aggregators use for the native asset. */
export const ALL_E = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** A token's address as a provider wants it. */
export function withSentinel(address: string, sentinel: string = ALL_E): string {
  return isNative(address) ? sentinel : address;
}

/** Whether an address in a provider's reply (lowercase) means a token of ours, whichever sentinel it uses. */
export function isSameToken(theirs: string, ours: string): boolean {
  return theirs === ours || (isNative(theirs) && isNative(ours));
}

/** @throws ProviderFailure `mismatched-reply` unless the reply is about what was asked */
export function requireAnswer(name: string, isAboutWhatWasAsked: boolean): void {
  if (!isAboutWhatWasAsked) throw new ProviderFailure('mismatched-reply', `${name} answered for another trade than it was asked for.`);
}
