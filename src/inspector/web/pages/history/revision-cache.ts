import type { HistoryEntry } from '../../data/actor-record.ts';

/** Null: there is none (any more). Undefined: not known yet. */
export type Found = HistoryEntry | null | undefined;

/** Both included. */
export type RevisionRange = { readonly from: number; readonly to: number };

export type RevisionCache = {
  readonly entry: (revision: number) => Found;
  /** Asks for these, most wanted first; what was asked for before and is not under way is forgotten. */
  readonly want: (ranges: readonly RevisionRange[], newest: number) => void;
  /** Of the last answer that did not come. Cleared by the next one that does. */
  readonly error: () => unknown;
  readonly retry: () => void;
};

type Page = { readonly upTo: number; readonly entries: ReadonlyMap<number, HistoryEntry> };

/**
 * Revisions by number, read page by page as they are looked at, so that the last of 100,000 costs what the first does. Keeps the pages that were
 * looked at last.
 *
 * @param onChange called after each answer
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
  /** The newest page goes on growing. */
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
      // Asked for again by whoever looks, and not in a circle.
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
      // Used last: forgotten last.
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
