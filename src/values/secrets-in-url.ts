/** Minimum length of a URL part that is masked on its own. With shorter parts, ordinary words would be masked too. */
const SHORTEST = 6;
/** From this length on, even text without a digit counts as a key. */
const LONG = 20;

/**
 * Returns the parts of a URL that may be secret, in every notation in which other texts may quote them: the password, the header that is
 * created from a login, and possible keys in the path and the query.
 */
export function secretsInUrl(url: string): readonly string[] {
  return [...loginIn(url), ...keysIn(url)];
}

/** Returns only the secrets of the login. For URLs of stores, whose path and options contain no keys. */
export function loginIn(url: string): readonly string[] {
  // The last @ is used, because passwords are not always percent-encoded.
  const login = url.slice(url.indexOf('://') + 3, Math.max(0, url.lastIndexOf('@')));
  if (login === '') return [];
  const password = login.slice(login.indexOf(':') + 1);
  const basic = Buffer.from(decoded(login)).toString('base64');
  return [...new Set([password, decoded(password), basic])].filter((text) => text.length >= SHORTEST);
}

function keysIn(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const parts = [...parsed.pathname.split('/').map(decoded), ...parsed.searchParams.values()];
  return parts.filter((part) => part.length >= SHORTEST && (/[0-9]/.test(part) || part.length >= LONG));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text is not percent-encoded, so it is used unchanged.
    return text;
  }
}
