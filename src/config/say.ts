/** How values of settings are told: no secret is in it, of URLs only the host (passwords and API keys stand in the rest). */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'a host';
}

export function listOr(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}

export function setOrNot(value: string | undefined): string {
  return value === undefined ? 'not set' : 'set';
}
