import { decodeCursor, encodeCursor, invalidCursor } from './page-cursor.ts';

/** A page in the order of ids, from up to one row more than the page may hold. */
export function idPage<T>(rows: readonly T[], limit: number, idOf: (row: T) => string): { rows: readonly T[]; cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, cursor: rows.length > limit && last !== undefined ? encodeCursor([idOf(last)]) : null };
}

/**
 * The id that the page before ended in.
 * @throws TerminalError `invalid-cursor` (400)
 */
export function decodeIdCursor(cursor: string): string {
  const [id] = decodeCursor(cursor, 1);
  if (typeof id !== 'string') throw invalidCursor();
  return id;
}
