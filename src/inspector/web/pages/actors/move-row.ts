/**
 * Moves the focus by `by` rows, from link to link; without a focused row, to the first row. With 0, opens the focused row, or the first
 * one.
 */
export function moveRow(table: HTMLElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => row?.contains(link) === true);
  const to = at < 0 ? links[0] : links[Math.max(0, Math.min(links.length - 1, at + by))];
  if (by === 0) to?.click();
  else {
    to?.focus();
    to?.scrollIntoView({ block: 'nearest' });
  }
}
