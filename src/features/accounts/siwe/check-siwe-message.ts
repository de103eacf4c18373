import type { SignInPages } from '../../../config/sign-in-pages.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { isLoopback } from '../../../values/loopback.ts';
import type { SiweMessage } from './read-siwe-message.ts';

/** Maximum time in ms by which the clock of another machine may be ahead of this machine's clock. */
export const CLOCKS_APART_MS = 60_000;
/** How long after its `Issued At` time a message is valid, in ms. */
export const MESSAGE_LIFETIME_MS = 10 * 60_000;

/**
 * Checks a message's origin and its times. (The caller checks the nonce, the chain and the signature.)
 * @throws TerminalError 401 `siwe-domain`, `siwe-uri`, `siwe-issued-at`, `siwe-expired`, `siwe-not-yet-valid`
 */
export function checkSiweMessage(message: SiweMessage, { pages, nowMs }: { readonly pages: SignInPages; readonly nowMs: number }): void {
  const accepted = originsOf(message, pages);
  if (accepted.length === 0)
    throw refused(
      'siwe-domain',
      `The message names the domain ${message.domain}, which is not a sign-in domain of this service (AUTH_ORIGINS).`,
    );
  const uri = URL.parse(message.uri);
  if (uri === null || !accepted.includes(uri.origin) || uri.username !== '' || uri.password !== '') {
    const expected = accepted.join(' or ');
    throw refused('siwe-uri', `The URI in the message must begin with ${expected}, to match the domain in the message.`);
  }
  const { issuedAt, expirationTime, notBefore } = message;
  if (issuedAt.atMs > nowMs + CLOCKS_APART_MS || issuedAt.atMs < nowMs - MESSAGE_LIFETIME_MS)
    throw refused('siwe-issued-at', 'The issue time in the message must be at most 10 minutes ago, and not in the future.', nowMs);
  if (expirationTime !== null && expirationTime.atMs <= nowMs)
    throw refused('siwe-expired', 'The expiration time in the message has passed. Sign a new message.', nowMs);
  if (notBefore !== null && notBefore.atMs > nowMs)
    throw refused(
      'siwe-not-yet-valid',
      'The "Not Before" time in the message is in the future. Expected a time in the past, or no such line.',
      nowMs,
    );
}

/**
 * Returns the origins (scheme, host and port) on which wallets may sign in and to which the domain of a sign-in message refers. When the
 * message states no scheme, both `http` and `https` are possible.
 */
function originsOf({ scheme, domain }: SiweMessage, { origins, isLoopbackAccepted }: SignInPages): readonly string[] {
  const schemes = scheme === null ? ['https', 'http'] : [scheme.toLowerCase()];
  const written = schemes.flatMap((each) => URL.parse(`${each}://${domain}`) ?? []).filter(({ pathname }) => pathname === '/');
  return written
    .filter(({ origin, hostname }) => origins.includes(origin) || (isLoopbackAccepted && isLoopback(hostname)))
    .map(({ origin }) => origin);
}

export function refused(code: string, message: string, serverTimeMs?: number): TerminalError {
  return new TerminalError({ code, message, status: 401, ...(serverTimeMs === undefined ? {} : { details: { serverTimeMs } }) });
}
