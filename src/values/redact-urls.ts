export const REDACTED = '[redacted]';

/**
 * Matches a URL in a text. The length of the scheme is limited; otherwise a text with many dots would be scanned again from each of them.
 */
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:[\\/]{2,}[^\s"<>]+/gi;
const PARTS = /^([a-z0-9+.-]+):[\\/]+([^\\/?#]*)(.*)$/is;
/** Matches the host part of a URL: one or more hosts with ports, followed by punctuation of the sentence that contains the URL. */
const HOSTS = /^[\w.,:[\](){};!'`-]+$/;

/**
 * Masks the logins, paths and queries of all URLs in a text, so that only scheme and host remain. API keys of providers are often part of
 * the URL, and error messages quote URLs. A URL that cannot be parsed is masked completely. File URLs are unchanged.
 */
export function redactUrls(text: string): string {
  return /:[\\/]{2}/.test(text) ? text.replace(ADDRESS, redactUrl) : text;
}

/** Masks the URLs in every text within a JSON value; see `redactUrls`. */
export function redactUrlsIn<T>(value: T): T;
export function redactUrlsIn(value: unknown): unknown {
  if (typeof value === 'string') return redactUrls(value);
  if (Array.isArray(value)) return value.map((item) => redactUrlsIn(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactUrlsIn(member)]));
}

function redactUrl(text: string): string {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  if (scheme.toLowerCase() === 'file') return text;
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  // An @ sign after the part of the URL that looks like the host means that this part may belong to a password with unescaped characters.
  // So the whole URL is masked.
  if (!HOSTS.test(host) || rest.includes('@')) return `${scheme}://${REDACTED}`;
  const path = /^\/?[)}.,;:!'`\]]*$/.test(rest) ? rest : `${rest.charAt(0)}${REDACTED}`;
  return `${scheme}://${at === -1 ? '' : `${REDACTED}@`}${host}${path}`;
}
