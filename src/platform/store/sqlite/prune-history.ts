import type { Database } from 'bun:sqlite';
import { entriesOfChain } from '../../../runtime/record/record-chain.ts';
import { encodeFull } from '../../../runtime/record/record-full.ts';
import { packText, textIfWhole } from '../packed-text.ts';
import { type DecodedEntry, decodeEntry, ENTRY_END } from './delta-entry.ts';
import { createChainReader } from './read-chain.ts';

/** Removes old history within the writer's transaction. Returns the number of removed history entries. */
export type HistoryPruner = (query: { readonly beforeMs: number; readonly limit: number }) => number;

/** Decodes a history entry. For invalid text, returns an empty list. */
function entryOf(text: string): DecodedEntry[] {
  try {
    return [decodeEntry(text)];
  } catch {
    return [];
  }
}

/** The maximum number of rows (some 16 KB each) that one call reads. */
const MOST_CHUNKS = 64;

/**
 * Removes the oldest rows of `commits`, up to the first row with an entry that must be kept. When kept deltas of an actor are based on
 * removed ones, the actor first gets a full record at the last removed revision. Its history then begins with that record, so every kept
 * revision stays readable, and current data does not depend on removed entries.
 */
export function createHistoryPruner(db: Database): HistoryPruner {
  const chains = createChainReader(db);
  const oldest = db.prepare('SELECT seq, at, body FROM commits ORDER BY seq LIMIT ?');
  const head = db.prepare('SELECT revision FROM heads WHERE key = ?');
  const full = db.prepare('SELECT 1 FROM fulls WHERE key = ? AND revision = ?');
  const laterFull = db.prepare('SELECT 1 FROM fulls WHERE key = ? AND revision > ? LIMIT 1');
  const addFull = db.prepare('INSERT INTO fulls (key, revision, last_seq, last_off, last_len, body) VALUES (?, ?, 0, 0, 0, ?)');
  const setFull = db.prepare('UPDATE heads SET full_row = ? WHERE key = ?');
  const removeFulls = db.prepare('DELETE FROM fulls WHERE key = ? AND revision < ?');
  const removeChunks = db.prepare('DELETE FROM commits WHERE seq <= ?');

  function oldChunks(beforeMs: number, limit: number): { lastSeq: number; entries: string[] } {
    const entries: string[] = [];
    let lastSeq = 0;
    for (const [seq, at, body] of oldest.values(MOST_CHUNKS)) {
      if (Number(at) >= beforeMs || entries.length >= limit) break;
      entries.push(...textIfWhole(body).split(ENTRY_END).filter(Boolean));
      lastSeq = Number(seq);
    }
    return { lastSeq, entries };
  }

  /**
   * Returns, for each actor that has an entry, the highest revision among its entries. Entries with a revision higher than the actor's own
   * are ignored: they belong to commits that lost their compare-and-set.
   */
  function newestOf(entries: readonly string[]): Map<number, number> {
    const newest = new Map<number, number>();
    const heads = new Map<number, number>();
    for (const { key, revision } of entries.flatMap(entryOf)) {
      const reached = heads.get(key) ?? Number(head.values(key)[0]?.[0] ?? 0);
      heads.set(key, reached);
      if (revision <= reached) newest.set(key, Math.max(revision, newest.get(key) ?? 0));
    }
    return newest;
  }

  function cutAt(key: number, revision: number): void {
    if (full.values(key, revision + 1).length > 0) {
      removeFulls.run(key, revision + 1);
      return;
    }
    if (full.values(key, revision).length === 0) {
      const chain = chains.upTo(key, revision);
      const entry = chain === null ? undefined : entriesOfChain(chain).at(-1);
      // No full record can be written for this revision: either the history up to this revision was removed before, or the entry cannot be
      // read. In the second case, later deltas cannot be read either.
      if (entry?.revision !== revision) return;
      const isCurrent = laterFull.values(key, revision).length === 0;
      const row = addFull.run(key, revision, packText(encodeFull(entry.record, entry, entry.from))).lastInsertRowid;
      if (isCurrent) setFull.run(row, key);
    }
    removeFulls.run(key, revision);
  }

  return ({ beforeMs, limit }) => {
    const { lastSeq, entries } = oldChunks(beforeMs, limit);
    if (lastSeq === 0) return 0;
    for (const [key, revision] of newestOf(entries)) cutAt(key, revision);
    removeChunks.run(lastSeq);
    // It is unknown how many entries the damaged rows contained. So the result is the number of readable entries, but at least one.
    return Math.max(1, entries.length);
  };
}
