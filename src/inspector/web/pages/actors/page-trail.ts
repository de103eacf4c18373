// A cursor leads to the next page only, so the cursors of visited pages are kept here while the browser's tab is open.

/** The cursors of page 2, 3, ... for each list. The key is the whole view except the position. */
const trails = new Map<string, string[]>();

/** Stores the cursor at which a page of the list starts. */
export function noteCursor(list: string, page: number, cursor: string): void {
  const trail = trails.get(list) ?? [];
  trail[page - 2] = cursor;
  trails.set(list, trail);
}

/** The cursor of a page; empty for the first page, null when it is not known. */
export function cursorOf(list: string, page: number): string | null {
  return page <= 1 ? '' : (trails.get(list)?.[page - 2] ?? null);
}
