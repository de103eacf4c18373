/**
 * Returns the entry at which half of the total weight is reached (the weighted median); null for an empty list.
 * @param sorted the entries, sorted by the values whose median is computed
 */
export function weightedMedian<T>(sorted: readonly T[], weightOf: (entry: T) => number): T | null {
  const total = sorted.reduce((sum, entry) => sum + weightOf(entry), 0);
  let below = 0;
  for (const entry of sorted) {
    below += weightOf(entry);
    if (below * 2 >= total) return entry;
  }
  return null;
}
