import type { Database } from 'bun:sqlite';
import type { DuePage, DueQuery, DueRow } from '../../../runtime/record/actor-store.ts';
import { decodeNumberCursor, encodeCursor } from '../page-cursor.ts';
import { createNameReader } from './names.ts';
import { storedText } from './stored-text.ts';

/** A time before every real time. It is the lower limit when all due actors are requested. */
const NEVER = -8.64e15 - 1;

/**
 * Creates the reader of due actors. It reads one type after another, sorted by time. The index begins with the type, so rows of other types
 * cost nothing.
 */
export function createDueReader(db: Database): (query: DueQuery) => DuePage {
  const readNames = createNameReader(db);
  const select = (wake: string) =>
    db.prepare(`SELECT key, revision, wake_at FROM heads INDEXED BY heads_wake
      WHERE type_no = ? AND ${wake} AND shard >= ? AND shard < ? ORDER BY wake_at, key LIMIT ?`);
  const within = select('wake_at > ? AND wake_at <= ?');
  // Selects the remaining actors with the same wake time as the last one of the previous page, since thousands of actors wake at the same
  // minute. With a single condition (`wake_at > ? OR key > ?`) for these and all later actors, SQLite would scan all rows of earlier pages
  // again.
  const restOf = select('wake_at = ? AND key > ?');

  return ({ afterMs, untilMs, types, shards, limit, cursor }) => {
    const wanted = types === undefined ? null : new Set(types.map(storedText));
    const [fromType = 0, fromWake = NEVER, fromKey = 0] = cursor === undefined ? [] : decodeNumberCursor(cursor, 3);
    const [firstShard, endShard] = shards ?? [0, Number.MAX_SAFE_INTEGER];
    const rows: DueRow[] = [];
    for (const [name, typeNo] of readNames().types) {
      if (typeNo < fromType || (wanted !== null && !wanted.has(name))) continue;
      const isResumed = typeNo === fromType && cursor !== undefined;
      const after = isResumed ? fromWake : (afterMs ?? NEVER);
      const found = isResumed ? restOf.values(typeNo, after, fromKey, firstShard, endShard, limit - rows.length) : [];
      const left = limit - rows.length - found.length;
      if (left > 0) found.push(...within.values(typeNo, after, untilMs, firstShard, endShard, left));
      for (const [key, revision] of found) rows.push({ ref: Number(key), revision: Number(revision) });
      const last = found.at(-1);
      if (rows.length >= limit && last !== undefined) return { rows, cursor: encodeCursor([typeNo, Number(last[2]), Number(last[0])]) };
    }
    return { rows, cursor: null };
  };
}
