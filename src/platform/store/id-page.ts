import { decodeCursor, encodeCursor, invalidCursor } from './page-cursor.ts';

/** Builds a result page in the order of ids. `rows` may contain one row more than the limit, which shows that there is another page. */
export function idPage<T>(rows: readonly T[], limit: number, idOf: (row: T) => string): { rows: readonly T[]; cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, cursor: rows.length > limit && last !== undefined ? encodeCursor([idOf(last)]) : null };
}

/** Decodes a page cursor, which contains the last id of the previous page. @throws TerminalError `invalid-cursor` (400) */
export function decodeIdCursor(cursor: string): string {
  const [id] = decodeCursor(cursor, 1);
  if (typeof id !== 'string') throw invalidCursor();
  return id;
}
