import type { QuoteToken, QuoteWarning } from './provider.ts';
import { isSameToken, requireAnswer } from './sentinel.ts';

/** The warning for a quote when the provider's reply does not name the output token. */
export const OUTPUT_NOT_CONFIRMED: QuoteWarning = {
  code: 'output-token-not-confirmed',
  message: 'The provider did not name its output token, so it could not be compared with the requested token.',
};

/** A token as a provider's reply describes it: the token's address and, if the reply contains it, the chain. */
export type NamedToken = { readonly address: string; readonly chainId?: string | number | undefined };

/**
 * Compares the output token in a provider's reply with the requested token.
 * @param named null or undefined when the reply contains no output token
 * @param theirChainId the provider's id of the token's chain, if it differs from the service's id
 * @returns a warning when the reply contains no output token, otherwise an empty list
 * @throws ProviderFailure `mismatched-reply`
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

/**
 * Checks that a token in a provider's reply is the requested one. A reply without the token is accepted.
 * @throws ProviderFailure `mismatched-reply` when the reply has another token
 */
export function requireToken(
  name: string,
  named: NamedToken | null | undefined,
  token: QuoteToken,
  theirChainId: number = token.chainId,
): void {
  if (named == null) return;
  const { address, chainId } = named;
  // Addresses are compared exactly, because Solana's addresses are case-sensitive.
  const isSame = address === token.address || isSameToken(address.toLowerCase(), token.address);
  requireAnswer(name, isSame && (chainId === undefined || Number(chainId) === theirChainId));
}
