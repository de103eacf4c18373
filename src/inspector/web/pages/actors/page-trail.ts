// A cursor leads on and not back: the way that one came is kept here, for as long as the browser's tab is open.

/** By what the pages are of (all of the view but its place); each the cursors of page 2, 3, ... */
const trails = new Map<string, string[]>();

/** Notes the cursor that a page of the list begins at. */
export function noteCursor(list: string, page: number, cursor: string): void {
  const trail = trails.get(list) ?? [];
  trail[page - 2] = cursor;
  trails.set(list, trail);
}

/** The cursor of a page; empty for the first, null when the way there is not known. */
export function cursorOf(list: string, page: number): string | null {
  return page <= 1 ? '' : (trails.get(list)?.[page - 2] ?? null);
}
