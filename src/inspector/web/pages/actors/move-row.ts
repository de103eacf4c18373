/**
 * Moves the keyboard focus by `by` table rows; the link in each row gets the focus. When no row has the focus, the first row gets it. With
 * `by` = 0, opens the focused row, or the first row.
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
