import type { HistoryEntry } from '../../data/actor-record.ts';

/**
 * The result of a look-up in the cache of revisions. Null: the revision does not exist or was deleted. Undefined: it has not been read yet.
 */
export type Found = HistoryEntry | null | undefined;

/** A range of revision numbers, both ends included. */
export type RevisionRange = { readonly from: number; readonly to: number };

export type RevisionCache = {
  readonly entry: (revision: number) => Found;
  /** Requests ranges of revisions, with the most important range first. Earlier requests whose reads have not started are dropped. */
  readonly want: (ranges: readonly RevisionRange[], newest: number) => void;
  /** The error of the last read of revisions; null after the next successful read. */
  readonly error: () => unknown;
  readonly retry: () => void;
};

type Page = { readonly upTo: number; readonly entries: ReadonlyMap<number, HistoryEntry> };

/**
 * Caches an actor's revisions by number. They are read page by page when they are shown, so reading the last of 100,000 revisions costs no
 * more than reading the first. The most recently used pages are kept.
 *
 * @param onChange called after each read
 */
export function createRevisionCache(options: {
  readonly page: (before: number, limit: number) => Promise<readonly HistoryEntry[]>;
  readonly onChange: () => void;
  readonly pageLength: number;
  readonly pagesKept: number;
}): RevisionCache {
  const { page, onChange, pageLength, pagesKept } = options;
  const pages = new Map<number, Page>();
  let wanted: number[] = [];
  let newest = 0;
  let isReading = false;
  let error: unknown = null;

  const numberOf = (revision: number) => Math.floor((revision - 1) / pageLength);
  /**
   * Whether all existing revisions of a cached page are loaded. The page with the newest revision is incomplete again whenever a new
   * revision is added.
   */
  const isWhole = (number: number) => (pages.get(number)?.upTo ?? -1) >= Math.min(newest, (number + 1) * pageLength);

  async function read(): Promise<void> {
    const number = wanted.find((each) => !isWhole(each));
    if (isReading || number === undefined) return;
    isReading = true;
    const upTo = Math.min(newest, (number + 1) * pageLength);
    const first = number * pageLength + 1;
    try {
      const found = await page(upTo + 1, upTo - first + 1);
      const own = found.filter(({ revision }) => revision >= first);
      pages.delete(number);
      pages.set(number, { upTo, entries: new Map(own.map((entry) => [entry.revision, entry])) });
      forgetOldest();
      error = null;
    } catch (failure) {
      error = failure;
      // A failed read is not repeated here, because the views request the same pages again when they are rendered.
      wanted = [];
    }
    isReading = false;
    onChange();
    void read();
  }

  function forgetOldest(): void {
    for (const number of pages.keys()) {
      if (pages.size <= pagesKept) return;
      if (!wanted.includes(number)) pages.delete(number);
    }
  }

  let last: readonly RevisionRange[] = [];
  function want(ranges: readonly RevisionRange[], newestNow: number): void {
    newest = newestNow;
    last = ranges;
    wanted = [...new Set(ranges.flatMap(({ from, to }) => numbersOf(Math.max(1, from), Math.min(newest, to))))].slice(0, pagesKept);
    for (const number of wanted) {
      const there = pages.get(number);
      if (there === undefined) continue;
      // Moves the page to the end of the map, because the pages at its beginning are evicted first.
      pages.delete(number);
      pages.set(number, there);
    }
    void read();
  }

  function numbersOf(from: number, to: number): number[] {
    const high = numberOf(to);
    return Array.from({ length: Math.max(0, Math.min(pagesKept, high - numberOf(from) + 1)) }, (_, i) => high - i);
  }

  return {
    entry(revision) {
      const there = pages.get(numberOf(revision));
      if (there === undefined) return undefined;
      return there.entries.get(revision) ?? (revision <= there.upTo ? null : undefined);
    },
    want,
    error: () => error,
    retry: () => want(last, newest),
  };
}
