import type { QuoteToken, QuoteWarning } from './provider.ts';
import { isSameToken, requireAnswer } from './sentinel.ts';

/** The warning for a reply that does not name its output token. */
export const OUTPUT_NOT_CONFIRMED: QuoteWarning = {
  code: 'output-token-not-confirmed',
  message: 'The provider did not name its output token, so it could not be compared with the requested token.',
};

/** A token as named in a reply, with the members that the reply contains. */
export type NamedToken = { readonly address: string; readonly chainId?: string | number | undefined };

/**
 * Compares the output token named in a reply with the requested one. @param named null or undefined when the reply names none @param
 * theirChainId the provider's id of the token's chain, if it differs @returns a warning when no token was named, else none @throws
 * ProviderFailure `mismatched-reply`
 */
export function outputWarnings(
  name: string,
  named: NamedToken | null | undefined,
  to: QuoteToken,
  theirChainId: number = to.chainId,
): readonly QuoteWarning[] {
  if (named == null) return [OUTPUT_NOT_CONFIRMED];
  requireToken(name, named, to, theirChainId);
  return [];
}

/** Checks a token named in a reply; a missing name passes. @throws ProviderFailure `mismatched-reply` when the reply names another token */
export function requireToken(
  name: string,
  named: NamedToken | null | undefined,
  token: QuoteToken,
  theirChainId: number = token.chainId,
): void {
  if (named == null) return;
  const { address, chainId } = named;
  // Solana's addresses are case-sensitive.
  const isSame = address === token.address || isSameToken(address.toLowerCase(), token.address);
  requireAnswer(name, isSame && (chainId === undefined || Number(chainId) === theirChainId));
}
