import { useMemo, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../../values/json.ts';
import type { HistorySource } from './history-source.ts';
import { createRevisionCache, type RevisionCache } from './revision-cache.ts';
import { sizeOf } from './size-of.ts';

const LONGEST_PAGE = 50;
const SHORTEST_PAGE = 4;
/** Maximum size of one page of revisions in characters of JSON. Each revision contains a whole record. */
const PAGE_BYTES = 2_000_000;
/** Maximum size of all cached pages of revisions together, in characters of JSON. */
const KEPT_BYTES = 80_000_000;
const MOST_PAGES = 60;
const FEWEST_PAGES = 4;

/** Returns the number of revisions to read per page when all records of the actor are about as large as `record`. */
export function pageLengthOf(record: Json): number {
  return clamp(Math.floor(PAGE_BYTES / sizeOf(record, PAGE_BYTES)), SHORTEST_PAGE, LONGEST_PAGE);
}

/**
 * Caches the revisions of one actor, with a page length that suits the size of its records. The component renders again after each read.
 */
export function useRevisionCache(source: HistorySource, sample: Json | null): RevisionCache {
  const [, setVersion] = useState(0);
  const latest = useRef(source);
  latest.current = source;
  return useMemo(() => {
    const size = sample === null ? 2_000 : Math.max(1, sizeOf(sample, KEPT_BYTES));
    const pageLength = sample === null ? LONGEST_PAGE : pageLengthOf(sample);
    return createRevisionCache({
      pageLength,
      pagesKept: clamp(Math.floor(KEPT_BYTES / (size * pageLength)), FEWEST_PAGES, MOST_PAGES),
      page: (before, limit) => latest.current.page(before, limit),
      onChange: () => setVersion((version) => version + 1),
    });
    // A later change of the record size does not create a new cache, because that would drop all loaded revisions.
  }, [source.id]);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
