/** Browsers lay out elements up to some 17 to 33 million pixels high; a list that is longer is squeezed into this. */
const HIGHEST = 8_000_000;

export type RowWindow = {
  /** Of the whole list. */
  readonly height: number;
  readonly first: number;
  /** Not included. */
  readonly end: number;
  /** Where the first row goes, from the top of the list. */
  readonly offset: number;
};

/** Rows beyond the edges, so that a quick scroll does not show a gap. */
const SPARE = 6;

/** Which rows of one height are seen in a list of any length, and where they go. */
export function windowRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  const height = Math.min(count * rowHeight, HIGHEST);
  const seen = Math.ceil(viewHeight / rowHeight) + 1;
  const top = rowAt(count, rowHeight, scrollTop, viewHeight);
  const first = Math.max(0, Math.floor(top) - SPARE);
  const end = Math.min(count, Math.floor(top) + seen + SPARE);
  // The row at the top stays at the top, whether the list is squeezed or not: of one that is, the first rows begin above it.
  const offset = Math.min(scrollTop, height - viewHeight) - (top - first) * rowHeight;
  return { height, first, end, offset: count * rowHeight <= HIGHEST ? first * rowHeight : offset };
}

/** How far to scroll so that a row is seen; null when it is. */
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
