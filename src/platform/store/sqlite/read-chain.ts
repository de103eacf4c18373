import { type Database, SQLiteError } from 'bun:sqlite';
import type { RecordChain } from '../../../runtime/record/record-chain.ts';
import { textIfWhole, unpackText } from '../packed-text.ts';
import { decodeEntry, type EntryPlace } from './delta-entry.ts';

/**
 * The current state of an actor's record chain (a full record and the deltas after it): the actor's revision, its newest delta, and the
 * number of deltas after its newest full record.
 */
export type CurrentChain = RecordChain & { readonly revision: number; readonly last: EntryPlace };

/** Reads the full records and deltas from which actors' records are rebuilt. All its reads for one record must run in one transaction. */
export type ChainReader = {
  /**
   * Reads the newest full record of an actor and the deltas after it. @throws Error when a stored row does not contain the text of the
   * record or the delta that it should contain
   */
  current(key: number): CurrentChain | null;
  /**
   * Returns the newest full record at or before a revision, with the existing deltas up to that revision; null for a revision that
   * retention removed.
   */
  upTo(key: number, revision: number): (RecordChain & { readonly base: number }) | null;
};

export function createChainReader(db: Database): ChainReader {
  const current = db.prepare(`SELECT h.revision, h.last_seq, h.last_off, h.last_len, f.revision, f.body
    FROM heads h LEFT JOIN fulls f ON f.row = h.full_row WHERE h.key = ?`);
  const readChunk = createChunkReader(db);
  const base = db.prepare('SELECT revision, body FROM fulls WHERE key = ? AND revision <= ? ORDER BY revision DESC LIMIT 1');
  const nextFull = db.prepare(
    'SELECT revision - 1, last_seq, last_off, last_len FROM fulls WHERE key = ? AND revision > ? ORDER BY revision LIMIT 1',
  );
  const head = db.prepare('SELECT revision, last_seq, last_off, last_len FROM heads WHERE key = ?');

  /**
   * Reads the deltas of the revisions `first` to `last`, oldest first. Each delta contains the position of the previous delta of the same
   * actor, so the reading starts with the last delta.
   */
  function deltasOf(key: number, first: number, last: number, newest: EntryPlace): string[] {
    const deltas: string[] = [];
    let place = newest;
    for (let revision = last; revision >= first; revision--) {
      const text = readChunk(place.seq)?.slice(place.off, place.off + place.len);
      const found = text === undefined ? null : decodeEntry(text);
      if (found === null || found.key !== key || found.revision !== revision) {
        throw new Error(`revision ${revision} is not at its stored position in the history`);
      }
      deltas.push(found.delta);
      place = found.before;
    }
    return deltas.reverse();
  }

  /** Reads the deltas like `deltasOf`. Returns no deltas when the links from the last delta back to the first one are broken. */
  function deltasThatAreThere(...of: Parameters<typeof deltasOf>): string[] {
    try {
      return deltasOf(...of);
    } catch (error) {
      if (error instanceof SQLiteError) throw error;
      return [];
    }
  }

  return {
    current(key) {
      const row = current.values(key)[0];
      if (row === undefined) return null;
      const [revision, seq, off, len, fullRevision] = row.slice(0, 5).map(Number);
      if (revision === undefined || fullRevision === undefined) return null;
      if (row[4] === null) throw new Error('its last full record is missing');
      const last = { seq: seq ?? 0, off: off ?? 0, len: len ?? 0 };
      return { revision, last, full: unpackText(row[5]), deltas: deltasOf(key, fullRevision + 1, revision, last) };
    },
    upTo(key, revision) {
      const found = base.values(key, revision)[0];
      if (found === undefined) return null;
      const baseRevision = Number(found[0]);
      const end = nextFull.values(key, baseRevision)[0] ?? head.values(key)[0];
      const [lastRevision = 0, seq = 0, off = 0, len = 0] = (end ?? []).map(Number);
      if (lastRevision < revision) return null;
      const deltas = deltasThatAreThere(key, baseRevision + 1, lastRevision, { seq, off, len });
      return { base: baseRevision, full: textIfWhole(found[1]), deltas: deltas.slice(0, revision - baseRevision) };
    },
  };
}

/** The maximum number of cached rows of the table `commits`; they need some 4 MB. */
const CHUNKS_KEPT = 256;

/**
 * Caches rows of `commits`. The rows can be cached because they never change and their numbers are never reused. Caching is useful because
 * actors that were written together are usually read together, and reading a row costs more than processing it.
 */
function createChunkReader(db: Database): (seq: number) => string | undefined {
  const select = db.prepare('SELECT body FROM commits WHERE seq = ?');
  const kept = new Map<number, string>();
  return (seq) => {
    const before = kept.get(seq);
    if (before !== undefined) return before;
    const held = select.values(seq)[0]?.[0];
    if (held === undefined) return undefined;
    const body = unpackText(held);
    const [oldest] = kept.keys();
    if (kept.size >= CHUNKS_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(seq, body);
    return body;
  };
}
