/** The maximum number of decimals of a token. With 77 decimals, one whole token still fits into the 78 digits of a uint256. */
export const MAX_TOKEN_DECIMALS = 77;

/** Whether a token's number of decimals is possible: an integer from 0 to 77. Other numbers count as unknown. */
export function isTokenDecimals(decimals: number): boolean {
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_TOKEN_DECIMALS;
}

/**
 * Refuses impossible decimals, so that an external number never becomes the length of a text or a power of ten.
 * @throws RangeError when no token can have this number of decimals
 */
export function requireTokenDecimals(decimals: number): void {
  if (!isTokenDecimals(decimals)) throw new RangeError(`A token has 0 to ${MAX_TOKEN_DECIMALS} decimals, not ${decimals}.`);
}
