import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { hostOf, isOfThisOrigin } from './same-origin.ts';

/**
 * Who an operator's request comes from. Give `read` or `act` as a route's `authorize`, so that it is asked before anything else; every
 * route that changes or begins something asks for `act`.
 * @throws TerminalError 401 `operator-token-required`, `operator-token-wrong`, `operator-session-ended`; 403 `operator-host-refused`,
 * `operator-origin-refused`, `operator-proxy-refused`; of `act` also 403 `read-only`
 */
export type OperatorAuth = {
  /** The name of who may read. */
  readonly read: (request: Request) => string;
  /** The name of who may act: what history says about who did it. */
  readonly act: (request: Request) => string;
  /** Both at once. */
  readonly identify: (request: Request) => OperatorIdentity;
  /** Whose token this is, for a sign-in; checks where the request comes from as well. */
  readonly signIn: (request: Request, token: string) => OperatorIdentity;
  /** Refuses what a page of another origin sends; who sends it does not matter. */
  readonly fromOwnPage: (request: Request) => void;
  /** False: whoever is on the machine is the operator, or there is none at all. */
  readonly isTokenNeeded: boolean;
};

export type OperatorIdentity = { readonly name: string; readonly access: 'act' | 'read' };

export type OperatorAuthOptions = Pick<Config, 'host' | 'operators'> & Partial<Pick<Config, 'readers' | 'inspector'>>;

type Credential = OperatorIdentity & { readonly hash: Buffer };

/** Who acts on a node that has no tokens: whoever sits at the machine. */
const LOCAL_OPERATOR = 'local';

/** What proxies add. Behind one, a request from anywhere looks as if it came from this machine. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * With OPERATOR_TOKEN or OPERATOR_READ_TOKEN set, a bearer token or the cookie of a sign-in is asked for, whatever the address. Without
 * them, only a node that listens on loopback has operators: those who can open a connection to it. A browser on the same machine can as
 * well, on behalf of any page that it shows, so that such a node takes no request of another origin (also to read: CORS may be on), and
 * none under a host name that a stranger's DNS could point at us.
 *
 * A browser adds the cookie to requests that other pages make it send, so that with the cookie a request must come from a page of ours.
 */
export function createOperatorAuth(options: OperatorAuthOptions, sessions?: OperatorSessions): OperatorAuth {
  const { host, operators, readers = [], inspector = 'on' } = options;
  const isReadOnly = inspector === 'read-only';
  // Hashes are of one length, which the comparison needs, and say nothing of the length of a token.
  const known = [...operators.map(credential('act')), ...readers.map(credential('read'))];
  const isTokenNeeded = known.length > 0;

  const limited = ({ name, access }: OperatorIdentity): OperatorIdentity => ({ name, access: isReadOnly ? 'read' : access });

  function ownerOf(token: string): Credential {
    const hash = hashOf(token);
    // All are compared, so that the time taken does not tell which one it was.
    const [owner] = known.filter((each) => timingSafeEqual(each.hash, hash));
    if (owner !== undefined) return owner;
    const message = 'This token is none of those in OPERATOR_TOKEN or OPERATOR_READ_TOKEN.';
    throw new TerminalError({ code: 'operator-token-wrong', status: 401, message });
  }

  function withCookie(request: Request): OperatorIdentity {
    const session = sessions?.read(request) ?? 'none';
    if (session === 'none') {
      throw tokenRequired('Operator routes need the header "Authorization: Bearer <token>", with a token of OPERATOR_TOKEN.');
    }
    const owner = session === 'invalid' ? undefined : known.find(({ name }) => name === session.name);
    if (owner === undefined) {
      const message = 'This session has ended, or was never one of this node. Sign in again.';
      throw new TerminalError({ code: 'operator-session-ended', status: 401, message });
    }
    if (isOfThisOrigin(request, { isProofNeeded: !isSafe(request.method) })) return owner;
    throw originRefused('A session in a browser is only taken from pages of this node: the request must say that it comes from one.');
  }

  function identify(request: Request): OperatorIdentity {
    if (!isTokenNeeded) {
      if (!isLoopback(host)) throw tokenRequired(NO_OPERATORS);
      return limited(localOperator(request));
    }
    const token = bearerToken(request);
    return limited(token === null ? withCookie(request) : ownerOf(token));
  }

  return {
    isTokenNeeded,
    identify,
    read: (request) => identify(request).name,
    act(request) {
      const { name, access } = identify(request);
      if (access === 'act') return name;
      const why = isReadOnly ? 'This node is read-only for operators (INSPECTOR=read-only)' : `The token of ${name} only reads`;
      throw new TerminalError({ code: 'read-only', status: 403, message: `${why}: nothing can be changed with it.` });
    },
    fromOwnPage(request) {
      if (!isOfThisOrigin(request, { isProofNeeded: false })) throw originRefused('Pages of other origins cannot sign out here.');
    },
    signIn(request, token) {
      if (!isTokenNeeded) {
        if (!isLoopback(host)) throw tokenRequired(NO_OPERATORS);
        localOperator(request);
        const message = 'This node asks for no token: whoever is on its machine is the operator.';
        throw new TerminalError({ code: 'operator-token-not-used', status: 409, message });
      }
      if (isOfThisOrigin(request, { isProofNeeded: false })) return limited(ownerOf(token));
      throw originRefused('Pages of other origins cannot sign in here.');
    },
  };
}

/** Whether a host name or address can only be reached from the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

const NO_OPERATORS = 'This node has no operators: it can be reached from other machines, and OPERATOR_TOKEN is not set.';

function localOperator(request: Request): OperatorIdentity {
  const { headers } = request;
  const proxied = PROXY_HEADERS.find((name) => headers.has(name));
  if (proxied !== undefined) {
    const message = `The request came through a proxy (${proxied}), so that anyone may have sent it. Set OPERATOR_TOKEN.`;
    throw new TerminalError({ code: 'operator-proxy-refused', status: 403, message });
  }
  if (!isLoopback(URL.parse(`http://${headers.get('host') ?? ''}`)?.hostname ?? '')) {
    const message = 'Without OPERATOR_TOKEN, operator routes answer under a loopback name only: localhost, 127.0.0.1 or [::1].';
    throw new TerminalError({ code: 'operator-host-refused', status: 403, message });
  }
  const origin = headers.get('origin');
  if (origin !== null && hostOf(origin) !== headers.get('host')?.toLowerCase()) {
    throw originRefused('Without OPERATOR_TOKEN, operator routes take no requests from pages of other origins.');
  }
  return { name: LOCAL_OPERATOR, access: 'act' };
}

function credential(access: OperatorIdentity['access']) {
  return ({ name, token }: { readonly name: string; readonly token: string }): Credential => ({ name, access, hash: hashOf(token) });
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function tokenRequired(message: string): TerminalError {
  return new TerminalError({ code: 'operator-token-required', status: 401, message });
}

function originRefused(message: string): TerminalError {
  return new TerminalError({ code: 'operator-origin-refused', status: 403, message });
}

function bearerToken(request: Request): string | null {
  return /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim() ?? null;
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
