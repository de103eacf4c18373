export const REDACTED = '[redacted]';

/** The name of a scheme is short: without a bound, text of many dots would be read again from each of them. */
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:[\\/]{2,}[^\s"<>]+/gi;
const PARTS = /^([a-z0-9+.-]+):[\\/]+([^\\/?#]*)(.*)$/is;
/** One or more, with ports, and what a sentence puts behind it. */
const HOSTS = /^[\w.,:[\](){};!'`-]+$/;

/**
 * A text in which the URLs say no more than where they lead: logins, paths and queries are masked, since providers put API keys there,
 * short ones too, and errors quote the addresses that they were at. What cannot be told apart is masked whole. Files are left as they are.
 */
export function redactUrls(text: string): string {
  return /:[\\/]{2}/.test(text) ? text.replace(ADDRESS, redactUrl) : text;
}

/** The same for every text in a value as JSON has it. */
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
  // An @ behind the host: perhaps of a password that was not percent-encoded, and then what looks like the host is a part of it.
  if (!HOSTS.test(host) || rest.includes('@')) return `${scheme}://${REDACTED}`;
  const path = /^\/?[)}.,;:!'`\]]*$/.test(rest) ? rest : `${rest.charAt(0)}${REDACTED}`;
  return `${scheme}://${at === -1 ? '' : `${REDACTED}@`}${host}${path}`;
}
