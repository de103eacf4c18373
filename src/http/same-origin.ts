import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Whether a request comes from a page of this node, as far as the browser reports it. The header `Sec-Fetch-Site` is the best evidence: the
 * browser itself sets it, no page can change it, and it is correct behind a proxy that changes `Host`. Browsers send it only to https and
 * loopback addresses. For other addresses, `Origin` must contain the requested host. With `isProofNeeded`, a request without either header
 * is refused.
 */
export function isOfThisOrigin({ headers }: Request, { isProofNeeded }: { readonly isProofNeeded: boolean }): boolean {
  const site = headers.get('sec-fetch-site');
  // `Sec-Fetch-Site: none` means that a person typed the URL or opened a bookmark. Then no other page sent the request, but it is not
  // proved that a page of this node sent it.
  if (site !== null) return site === 'same-origin' || (site === 'none' && !isProofNeeded);
  const origin = headers.get('origin');
  if (origin === null) return !isProofNeeded;
  return hostOf(origin) === headers.get('host')?.toLowerCase();
}

/** Returns the host and port of an origin; undefined for an opaque origin, which has none. */
export function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}

/**
 * Refuses a request to an operator route that a browser sent for a page of another site. A request with a bearer token is accepted, because
 * browsers never add one by themselves.
 * @throws TerminalError 403 `operator-origin-refused`
 */
export function refuseOtherSites({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== 'cross-site' || headers.has('authorization')) return;
  const message = 'The request was sent by a page of another site, and operator routes refuse such requests.';
  throw new TerminalError({ code: 'operator-origin-refused', message, status: 403 });
}

/**
 * Refuses to embed a page of this node, or a part of it, into a page of another site. Following a link to the page is allowed.
 * @throws TerminalError 403 `embedding-refused`
 */
export function refuseEmbedding({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== 'cross-site') return;
  if (headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document') return;
  const message = 'This page cannot be embedded in a page of another site.';
  throw new TerminalError({ code: 'embedding-refused', message, status: 403 });
}
