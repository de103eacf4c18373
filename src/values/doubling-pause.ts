/**
 * Returns the pause in ms after a number of failed attempts (from 1): the first pause, doubled for each further attempt, up to the maximum.
 */
export function doublingPauseMs(firstMs: number, longestMs: number, failedAttempts: number): number {
  // The exponent is limited, because with more doublings the result would overflow to Infinity, and 0 times Infinity is NaN.
  const doublings = Math.min(Math.max(failedAttempts, 1) - 1, 40);
  return Math.min(longestMs, firstMs * 2 ** doublings);
}
