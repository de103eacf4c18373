import type { QuoteToken, QuoteWarning } from './provider.ts';
import { isSameToken, requireAnswer } from './sentinel.ts';

/** For replies that do not say which token their output is in. */
export const OUTPUT_NOT_CONFIRMED: QuoteWarning = {
  code: 'output-token-not-confirmed',
  message: 'The provider does not say which token it pays out, so that this could not be compared with what was asked for.',
};

/** A token as a reply names it: as much of it as the reply holds. */
export type NamedToken = { readonly address: string; readonly chainId?: string | number | undefined };

/**
 * Holds the output token that a reply names against the one that was asked for.
 * @param named null or undefined: the reply names none
 * @param theirChainId what the provider calls the token's chain; its id unless it says otherwise
 * @returns the warning that nothing was named, or none
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

/** @throws ProviderFailure `mismatched-reply` when the reply names another token; one that it does not name passes */
export function requireToken(
  name: string,
  named: NamedToken | null | undefined,
  token: QuoteToken,
  theirChainId: number = token.chainId,
): void {
  if (named == null) return;
  const { address, chainId } = named;
  // Solana's addresses are told apart by their case.
  const isSame = address === token.address || isSameToken(address.toLowerCase(), token.address);
  requireAnswer(name, isSame && (chainId === undefined || Number(chainId) === theirChainId));
}
