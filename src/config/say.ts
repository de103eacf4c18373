/** The host of a URL, to show a setting without secrets: passwords and API keys are in the rest of the URL. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'a host';
}

export function listOr(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}

export function setOrNot(value: string | undefined): string {
  return value === undefined ? 'not set' : 'set';
}
