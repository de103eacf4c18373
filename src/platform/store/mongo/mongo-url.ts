/** The database of an address that names none. */
const DEFAULT_DATABASE = 'coxswain';

/** Hosts and ports of an address, without user, password, database and options. */
export function hostOf(url: string): string {
  return afterUser(url).split(/[/?]/)[0] || 'an unnamed host';
}

export function databaseOf(url: string): string {
  const [, path = ''] = /^[^/?]*\/([^?]*)/.exec(afterUser(url)) ?? [];
  return decodeURIComponent(path) || DEFAULT_DATABASE;
}

/** A text in which the address's password may stand, without it. */
export function withoutPassword(text: string, url: string): string {
  const [, password = ''] = /^[^:]*:(.*)@$/s.exec(url.slice(0, url.lastIndexOf('@') + 1).replace(SCHEME, '')) ?? [];
  const forms = [password, decoded(password)].filter((form) => form.length > 0);
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

const SCHEME = /^[a-z+]+:\/\//;

/** From the last @ on: a password that was not percent-encoded may have anything before it. */
function afterUser(url: string): string {
  return url.slice(url.lastIndexOf('@') + 1).replace(SCHEME, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded, though it should be: as it stands it is looked for anyway.
    return text;
  }
}
