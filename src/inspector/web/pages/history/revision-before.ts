import type { HistorySource } from './history-source.ts';

/**
 * The revision that an actor was at just before a time (UTC ms); null when it, or all that is kept of it, is younger. Looks at a handful of
 * entries, by halves.
 */
export async function revisionBefore({ oldest, newest, page }: HistorySource, timeMs: number): Promise<number | null> {
  let found: number | null = null;
  let low = oldest;
  let high = newest;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await page(middle + 1, 1);
    // Nothing is kept this far back.
    if (entry === undefined) low = middle + 1;
    else if (entry.atMs < timeMs) {
      found = Math.max(found ?? 0, entry.revision);
      low = middle + 1;
    } else high = entry.revision - 1;
  }
  return found;
}
