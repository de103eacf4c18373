import type { Database } from 'bun:sqlite';

/**
 * Number of pages (4 KB) in the write-ahead log before a commit copies them into the file. A rare long copy is better than many short ones:
 * the 99th percentile of a commit's duration is then 3 ms instead of 21 ms.
 */
export const PAGES_TO_CHECKPOINT = 8_000;
/** The number of pages before a copy while there are few writes and the log has not been larger: some 250 commits of one actor each. */
const FEW_PAGES = 500;
/** Size in bytes of a log with slightly more than `FEW_PAGES` pages, since the last commit may add some pages before the copy. */
const SMALL_LOG = 1.1 * FEW_PAGES * 4_120;

/**
 * Decides how many pages the write-ahead log may contain. It is called before each transaction.
 * @param logBytes size of the log's file
 * @param isSmall whether the transaction contains only a few writes
 */
export type LogLimit = (logBytes: number, isSmall: boolean) => void;

/**
 * Creates the decision. SQLite overwrites the log from its beginning after each copy, and the file of the log never becomes shorter. A
 * commit that makes the file longer takes a third longer than one that overwrites a part of it, because the disk has to store the new
 * length too. So a service with few writes keeps its log small, and a service with many writes makes it long once.
 */
export function createLogLimit(db: Database): LogLimit {
  let pages = PAGES_TO_CHECKPOINT;
  return (logBytes, isSmall) => {
    const wanted = isSmall && logBytes <= SMALL_LOG ? FEW_PAGES : PAGES_TO_CHECKPOINT;
    if (wanted === pages) return;
    db.run(`PRAGMA wal_autocheckpoint = ${wanted}`);
    pages = wanted;
  };
}
