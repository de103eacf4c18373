/** Name of the database that is used when the MongoDB URL does not specify one. */
const DEFAULT_DATABASE = 'coxswain';

/** Returns the hosts and ports in a MongoDB URL, without user, password, database and options. */
export function hostOf(url: string): string {
  const { user, hosts } = partsOf(url);
  // An @ sign after the hosts of a MongoDB URL may belong to an option, or to a password that was not percent-encoded. Since a part of the
  // URL could be a password, no part of it is shown.
  if (user === null && url.includes('@')) return UNNAMED;
  return hosts || UNNAMED;
}

export function databaseOf(url: string): string {
  return decoded(partsOf(url).path) || DEFAULT_DATABASE;
}

/** Removes the password that a database URL contains from a text. */
export function withoutPassword(text: string, url: string): string {
  // The text before the last @ sign of the URL is also treated as login data, because a password that was not percent-encoded may contain
  // any character.
  const users = [partsOf(url).user ?? '', url.slice(0, Math.max(0, url.lastIndexOf('@'))).replace(SCHEME, '')];
  const passwords = users.filter((user) => user.includes(':')).map((user) => user.slice(user.indexOf(':') + 1));
  const forms = [...passwords, ...passwords.map(decoded)].filter((form) => form.length > 0);
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

const UNNAMED = 'an unnamed host';
const SCHEME = /^[a-z+]*:\/\//;
/**
 * Splits a MongoDB URL into user and password, hosts, and path. According to the specification, each of `/?@:` in user and password is
 * percent-encoded.
 */
const PARTS = /^(?:([^/?@]*)@)?([^/?]*)(?:\/([^?]*))?/;

function partsOf(url: string): { user: string | null; hosts: string; path: string } {
  const [, user = null, hosts = '', path = ''] = PARTS.exec(url.replace(SCHEME, '')) ?? [];
  // A valid URL has at most one @ sign before the path. If there are several, everything before the last of them counts as login data, so
  // that it is not shown.
  return { user, hosts: hosts.slice(hosts.lastIndexOf('@') + 1), path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text was not percent-encoded correctly, so it is used unchanged.
    return text;
  }
}
