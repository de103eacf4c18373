import type { Database } from 'bun:sqlite';
import type { DuePage, DueQuery, DueRow } from '../../../runtime/actor-store.ts';
import { decodeNumberCursor, encodeCursor } from '../page-cursor.ts';
import { createNameReader } from './names.ts';
import { storedText } from './stored-text.ts';

/** Before every real time. */
const NEVER = -8.64e15 - 1;

/** What wakes up, type by type, each by its time: the index that serves it begins with the type, so other types' rows cost nothing. */
export function createDueReader(db: Database): (query: DueQuery) => DuePage {
  const readNames = createNameReader(db);
  const select = db.prepare(`SELECT key, revision, wake_at FROM heads INDEXED BY heads_wake
    WHERE type_no = ? AND wake_at >= ? AND wake_at <= ? AND (wake_at > ? OR key > ?) AND shard >= ? AND shard < ?
    ORDER BY wake_at, key LIMIT ?`);

  return ({ afterMs, untilMs, types, shards, limit, cursor }) => {
    const wanted = types === undefined ? null : new Set(types.map(storedText));
    const [fromType = 0, fromWake = NEVER, fromKey = 0] = cursor === undefined ? [] : decodeNumberCursor(cursor, 3);
    const [firstShard, endShard] = shards ?? [0, Number.MAX_SAFE_INTEGER];
    const rows: DueRow[] = [];
    for (const [name, typeNo] of readNames().types) {
      if (typeNo < fromType || (wanted !== null && !wanted.has(name))) continue;
      const isResumed = typeNo === fromType && cursor !== undefined;
      const start = isResumed ? fromWake : (afterMs ?? NEVER);
      const startKey = isResumed ? fromKey : Number.MAX_SAFE_INTEGER;
      const found = select.values(typeNo, start, untilMs, start, startKey, firstShard, endShard, limit - rows.length);
      for (const [key, revision] of found) rows.push({ ref: Number(key), revision: Number(revision) });
      const last = found.at(-1);
      if (rows.length >= limit && last !== undefined) return { rows, cursor: encodeCursor([typeNo, Number(last[2]), Number(last[0])]) };
    }
    return { rows, cursor: null };
  };
}
