export const REDACTED = '[redacted]';

/**
 * A text in which the URLs say no more than where they lead: logins, long parts of the path and queries are masked, since providers put
 * API keys there, and errors quote the addresses that they were at.
 */
export function redactUrls(text: string): string {
  return text.includes('://') ? text.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, redactUrl) : text;
}

function redactUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  const login = url.username === '' && url.password === '' ? '' : `${REDACTED}@`;
  const path = url.pathname.replace(/[^/]{20,}/g, REDACTED);
  return `${url.protocol}//${login}${url.host}${path === '/' && !text.endsWith('/') ? '' : path}${url.search === '' ? '' : `?${REDACTED}`}`;
}
