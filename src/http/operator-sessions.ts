import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../values/clock.ts';

/**
 * Sessions of operators in browsers. They are cookies that scripts cannot read. The server stores nothing: a cookie contains the name and
 * the expiry, signed with a key derived from the operator's token. Therefore a session is valid on every node with that token, and ends
 * when the token changes. Signing out removes the cookie from the browser, but a copy of the cookie stays valid until its expiry.
 */
export type OperatorSessions = {
  /** Returns the `Set-Cookie` header that starts a new session; undefined for an unknown operator. */
  readonly open: (name: string, request: Request) => string | undefined;
  /** Returns `Set-Cookie` headers that remove the session cookies from the browser. */
  readonly close: () => readonly string[];
  /** Returns the operator to whom the request's session belongs; `invalid` when its cookies are expired or not from this node. */
  readonly read: (request: Request) => { readonly name: string } | 'invalid' | 'none';
};

const LIFETIME_MS = 12 * 3_600_000;
const NAME = 'coxswain_operator';
/**
 * Browsers accept a cookie with the prefix `__Host-` only over https and only for this host, so that a neighboring subdomain cannot set
 * one.
 */
const SECURE_NAME = `__Host-${NAME}`;
/** Maximum number of cookies with the same name that are checked per request, because each check computes a hash. */
const MOST_COOKIES = 4;
const PURPOSE = 'coxswain operator session 1';

export function createOperatorSessions(
  operators: readonly { readonly name: string; readonly token: string }[],
  { clock }: { readonly clock: Clock },
): OperatorSessions {
  const keys = new Map(operators.map(({ name, token }) => [name, createHmac('sha256', token).update(PURPOSE).digest()]));

  function nameOf(cookie: string): string | null {
    const [head = '', expiry = '', mac = '', ...rest] = cookie.split('.');
    const name = Buffer.from(head, 'base64url').toString();
    const key = keys.get(name);
    if (key === undefined || rest.length > 0 || !/^[0-9a-z]{1,11}$/.test(expiry)) return null;
    const isOurs = isEqual(Buffer.from(mac, 'base64url'), macOf(key, head, expiry));
    return isOurs && Number.parseInt(expiry, 36) > clock.now() ? name : null;
  }

  return {
    open(name, request) {
      const key = keys.get(name);
      if (key === undefined) return undefined;
      const head = Buffer.from(name).toString('base64url');
      const expiry = (clock.now() + LIFETIME_MS).toString(36);
      const value = `${head}.${expiry}.${macOf(key, head, expiry).toString('base64url')}`;
      return setCookie(isOverHttps(request), value, LIFETIME_MS / 1_000);
    },
    close: () => [setCookie(false, '', 0), setCookie(true, '', 0)],
    read(request) {
      const found = cookiesOf(request);
      for (const cookie of found) {
        const name = nameOf(cookie);
        if (name !== null) return { name };
      }
      return found.length > 0 ? 'invalid' : 'none';
    },
  };
}

/**
 * Whether the browser's connection to this server, or to the proxy in front of it, uses https. `Origin` contains the scheme that the
 * browser uses, and a proxy may send the scheme in a header. A client that sends a wrong scheme only harms itself: it gets a cookie that
 * its own browser does not send back.
 */
function isOverHttps({ headers, url }: Request): boolean {
  const forwarded = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase();
  return forwarded === 'https' || (headers.get('origin') ?? '').startsWith('https://') || url.startsWith('https://');
}

function setCookie(isSecure: boolean, value: string, maxAgeSeconds: number): string {
  return `${isSecure ? SECURE_NAME : NAME}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

function cookiesOf(request: Request): readonly string[] {
  const found: string[] = [];
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (name === NAME || name === SECURE_NAME) found.push(pair.slice(at + 1).trim());
  }
  return found.slice(0, MOST_COOKIES);
}

function macOf(key: Buffer, head: string, expiry: string): Buffer {
  return createHmac('sha256', key).update(`${head}.${expiry}`).digest();
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
