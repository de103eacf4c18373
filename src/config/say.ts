/** Returns the host of a URL, so that the setting can be shown. The other parts of the URL may contain passwords and API keys. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'a host';
}

export function listOr(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}

export function setOrNot(value: string | undefined): string {
  return value === undefined ? 'not set' : 'set';
}
