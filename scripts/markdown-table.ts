/** Writes a Markdown table as the formatter does: every column is as wide as its widest cell. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |\n`;
  return line(heads) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}
