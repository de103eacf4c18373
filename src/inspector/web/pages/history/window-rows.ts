/**
 * Maximum height of the list in pixels. Browsers can lay out elements of at most about 17 to 33 million pixels, so a longer list is
 * compressed to this height.
 */
const HIGHEST = 8_000_000;

export type RowWindow = {
  /** Height of the whole list in pixels. */
  readonly height: number;
  readonly first: number;
  /** Index of the row after the last rendered row. */
  readonly end: number;
  /** Distance of the first rendered row from the top of the list, in pixels. */
  readonly offset: number;
};

/** Number of additional rows rendered above and below the visible ones, so that quick scrolling shows no gap. */
const SPARE = 6;

/** Computes which rows of a long list to render, and where. All rows have the same height. */
export function windowRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  const height = Math.min(count * rowHeight, HIGHEST);
  const seen = Math.ceil(viewHeight / rowHeight) + 1;
  const top = rowAt(count, rowHeight, scrollTop, viewHeight);
  const first = Math.max(0, Math.floor(top) - SPARE);
  const end = Math.min(count, Math.floor(top) + seen + SPARE);
  // In a compressed list, row positions are computed relative to the scroll position: the first visible row is placed at that position, and
  // the additional rows above it.
  const offset = Math.min(scrollTop, height - viewHeight) - (top - first) * rowHeight;
  return { height, first, end, offset: count * rowHeight <= HIGHEST ? first * rowHeight : offset };
}

/** Returns the scroll position at which a row is visible; null when the row is visible already. */
export function scrollToRow(row: number, count: number, rowHeight: number, scrollTop: number, viewHeight: number): number | null {
  const top = rowAt(count, rowHeight, scrollTop, viewHeight);
  const rowsSeen = viewHeight / rowHeight;
  if (row >= top && row + 1 <= top + rowsSeen) return null;
  const newTop = row < top ? row : row + 1 - rowsSeen;
  const height = Math.min(count * rowHeight, HIGHEST);
  const rowsBelow = Math.max(1, count - rowsSeen);
  return Math.max(0, count * rowHeight <= HIGHEST ? newTop * rowHeight : (newTop / rowsBelow) * (height - viewHeight));
}

function rowAt(count: number, rowHeight: number, scrollTop: number, viewHeight: number): number {
  if (count * rowHeight <= HIGHEST) return scrollTop / rowHeight;
  const rowsBelow = Math.max(0, count - viewHeight / rowHeight);
  return Math.min(1, Math.max(0, scrollTop / (HIGHEST - viewHeight))) * rowsBelow;
}
