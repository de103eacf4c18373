/** How long to wait after so many failed attempts (from 1), ms: the first pause, doubled for each further one up to the longest. */
export function doublingPauseMs(firstMs: number, longestMs: number, failedAttempts: number): number {
  // More would be no number, or 0 times infinity, in the end.
  const doublings = Math.min(Math.max(failedAttempts, 1) - 1, 40);
  return Math.min(longestMs, firstMs * 2 ** doublings);
}
