import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Whether a request comes from a page of this node, as far as the browser tells. `Sec-Fetch-Site` is the browser's own verdict, which
 * no page can write and which holds behind a proxy that changes `Host`; browsers send it to https and to loopback. Elsewhere `Origin` must
 * name the host that was asked. With `isProofNeeded`, a request that says nothing of where it comes from is refused.
 */
export function isOfThisOrigin({ headers }: Request, { isProofNeeded }: { readonly isProofNeeded: boolean }): boolean {
  const site = headers.get('sec-fetch-site');
  // `none`: a person typed the address. That is no page's doing, but no proof of a page of ours either.
  if (site !== null) return site === 'same-origin' || (site === 'none' && !isProofNeeded);
  const origin = headers.get('origin');
  if (origin === null) return !isProofNeeded;
  return hostOf(origin) === headers.get('host')?.toLowerCase();
}

/** Host and port of an origin; undefined for an opaque one. */
export function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}

/**
 * Refuses operator requests that a page of another site made a browser send. A bearer token shows that the page was given it, which no
 * browser adds by itself.
 * @throws TerminalError 403 `operator-origin-refused`
 */
export function refuseOtherSites({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== 'cross-site' || headers.has('authorization')) return;
  const message = 'Operator routes take no requests that pages of other sites make a browser send.';
  throw new TerminalError({ code: 'operator-origin-refused', message, status: 403 });
}

/**
 * Refuses a page of ours, or a part of it, to pages of other sites that load it as a part of theirs. Whoever follows a link to it may have it.
 * @throws TerminalError 403 `embedding-refused`
 */
export function refuseEmbedding({ headers }: Request): void {
  if (headers.get('sec-fetch-site') !== 'cross-site') return;
  if (headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document') return;
  const message = 'Pages of other sites cannot load this as a part of theirs.';
  throw new TerminalError({ code: 'embedding-refused', message, status: 403 });
}
