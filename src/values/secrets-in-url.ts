/** Minimum length of a part of a URL that is masked wherever it occurs in a text. Shorter parts could be ordinary words. */
const SHORTEST = 6;
/** Minimum length in characters of a part of a URL that counts as a possible key even if it contains no digit. */
const LONG = 20;

/**
 * Returns the parts of a URL that may be secret, in every notation in which other texts may quote them: the password, the header that is
 * created from a login, and possible keys in the path and the query.
 */
export function secretsInUrl(url: string): readonly string[] {
  return [...loginIn(url), ...keysIn(url)];
}

/**
 * Returns the secrets in a URL's login (user name and password). It is for URLs of databases, whose path and options contain no secrets.
 */
export function loginIn(url: string): readonly string[] {
  // The login ends at the last @ sign of the URL, because a password that is not percent-encoded may contain an @.
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
    // The text is not correctly percent-encoded, so it is returned unchanged.
    return text;
  }
}
