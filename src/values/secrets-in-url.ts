/** A shorter part is not looked for where it stands alone: words of any text would be masked with it. */
const SHORTEST = 6;
/** What is this long is taken for a key without a digit in it, too. */
const LONG = 20;

/**
 * The parts of a URL that may be secret, as they stand in texts of others that quote them by themselves: the password, the header that a
 * login becomes, and what in the path and the query may be a key.
 */
export function secretsInUrl(url: string): readonly string[] {
  return [...loginIn(url), ...keysIn(url)];
}

/** For addresses of stores, whose path and options are no keys. */
export function loginIn(url: string): readonly string[] {
  // Up to the last @: not everyone percent-encodes a password.
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
    // Not percent-encoded: it is what it says.
    return text;
  }
}
