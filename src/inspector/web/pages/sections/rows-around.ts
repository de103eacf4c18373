/** Returns the range of rows that a long table shows at first: at most `most` rows, around a given row. */
export function rowsAround(around: number, rows: number, most: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(rows - most, around - Math.floor(most / 2)));
  return [from, Math.min(rows, from + most)];
}
