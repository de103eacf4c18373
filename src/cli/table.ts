/** Formats rows in aligned columns under headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [lineOf(headings), ...rows.map(lineOf)];
}

/** Formats a UTC time to the second. Returns `-` for null, and `now` for the time 0, which means that an actor is due immediately. */
export function timeText(ms: number | null): string {
  if (ms === 0) return 'now';
  return ms === null ? '-' : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Formats an actor's state value on one line, such as `active.planning`. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '-';
  return Object.entries(value)
    .map(([name, inner]) => `${name}.${stateText(inner)}`)
    .join(' + ');
}
