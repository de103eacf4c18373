import type { HistorySource } from './history-source.ts';

/** Finds the last revision of an actor before a time (UTC ms) by binary search; returns null when all stored revisions are newer. */
export async function revisionBefore({ oldest, newest, page }: HistorySource, timeMs: number): Promise<number | null> {
  let found: number | null = null;
  let low = oldest;
  let high = newest;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await page(middle + 1, 1);
    // No revision with the number `middle` or a lower one is stored, so the search continues with higher numbers.
    if (entry === undefined) low = middle + 1;
    else if (entry.atMs < timeMs) {
      found = Math.max(found ?? 0, entry.revision);
      low = middle + 1;
    } else high = entry.revision - 1;
  }
  return found;
}
