/** The most decimals with which one whole token still fits into the 78 digits of a uint256. */
export const MAX_TOKEN_DECIMALS = 77;

/** Whether a token can have so many decimals: an integer from 0 to 77. Everything else counts as unknown. */
export function isTokenDecimals(decimals: number): boolean {
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_TOKEN_DECIMALS;
}

/**
 * Keeps a number that a stranger chose from becoming a text or a power of ten of that length.
 * @throws RangeError when no token can have so many decimals
 */
export function requireTokenDecimals(decimals: number): void {
  if (!isTokenDecimals(decimals)) throw new RangeError(`A token has 0 to ${MAX_TOKEN_DECIMALS} decimals, not ${decimals}.`);
}
