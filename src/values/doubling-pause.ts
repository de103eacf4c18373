/**
 * Returns the pause in ms after a number of failed attempts (from 1): the first pause, doubled for each further attempt, up to the maximum.
 */
export function doublingPauseMs(firstMs: number, longestMs: number, failedAttempts: number): number {
  // The number of doublings is limited, because otherwise the result would overflow to Infinity. With a first pause of 0, the product of 0
  // and Infinity would be NaN.
  const doublings = Math.min(Math.max(failedAttempts, 1) - 1, 40);
  return Math.min(longestMs, firstMs * 2 ** doublings);
}
