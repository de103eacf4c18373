// A cursor of the API leads only to the next page, so there is no way back from a page. Therefore the cursors of visited pages are kept in
// memory as long as the browser tab is open.

/** The cursors of page 2, 3, ... of each list. The key is the list's filter and order. */
const trails = new Map<string, string[]>();

/** Stores the cursor at which a page of the list starts. */
export function noteCursor(list: string, page: number, cursor: string): void {
  const trail = trails.get(list) ?? [];
  trail[page - 2] = cursor;
  trails.set(list, trail);
}

/** Returns the cursor of a page; empty for the first page, null when it is not known. */
export function cursorOf(list: string, page: number): string | null {
  return page <= 1 ? '' : (trails.get(list)?.[page - 2] ?? null);
}
