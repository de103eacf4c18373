/** Returns the host of a URL, to show the setting without secrets. Passwords and API keys are in the other parts of the URL. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'a host';
}

export function listOr(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}

export function setOrNot(value: string | undefined): string {
  return value === undefined ? 'not set' : 'set';
}
