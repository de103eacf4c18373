/** The database of an address that names none. */
const DEFAULT_DATABASE = 'coxswain';

/** Hosts and ports of an address, without user, password, database and options. */
export function hostOf(url: string): string {
  const { user, hosts } = partsOf(url);
  // An @ beyond the hosts: perhaps of an option, perhaps of a password that was not percent-encoded, and no part of that is told.
  if (user === null && url.includes('@')) return UNNAMED;
  return hosts || UNNAMED;
}

export function databaseOf(url: string): string {
  return decoded(partsOf(url).path) || DEFAULT_DATABASE;
}

/** A text in which the address's password may stand, without it. */
export function withoutPassword(text: string, url: string): string {
  // Up to the last @ as well: what was not percent-encoded may have anything before it.
  const users = [partsOf(url).user ?? '', url.slice(0, Math.max(0, url.lastIndexOf('@'))).replace(SCHEME, '')];
  const passwords = users.filter((user) => user.includes(':')).map((user) => user.slice(user.indexOf(':') + 1));
  const forms = [...passwords, ...passwords.map(decoded)].filter((form) => form.length > 0);
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

const UNNAMED = 'an unnamed host';
const SCHEME = /^[a-z+]*:\/\//;
/** As the specification has it: in user and password, each of `/?@:` is percent-encoded. */
const PARTS = /^(?:([^/?@]*)@)?([^/?]*)(?:\/([^?]*))?/;

function partsOf(url: string): { user: string | null; hosts: string; path: string } {
  const [, user = null, hosts = '', path = ''] = PARTS.exec(url.replace(SCHEME, '')) ?? [];
  // More than one @ before the path is no address either.
  return { user, hosts: hosts.slice(hosts.lastIndexOf('@') + 1), path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded, though it should be: it is taken as it stands.
    return text;
  }
}
