import { timingSafeEqual } from 'node:crypto';
import type { ProcessSettings } from '../config/process-settings.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { bearerToken } from './bearer-token.ts';
import { hash256 } from './hash-256.ts';
import { HeldRefusal } from './held-refusal.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { isOfThisOrigin } from './same-origin.ts';
import type { SignInCode, SignInCodes } from './sign-in-codes.ts';
import type { WrongTokenKind, WrongTokens } from './wrong-tokens.ts';

/**
 * Identifies the operator who sent a request. Pass `read` or `act` as a route's `authorize`, so that it is called first; every route that
 * changes or starts something uses `act`.
 * @throws TerminalError 401 `operator-token-required`, `operator-session-ended`; 403 `operator-origin-refused`; from `act` also 403
 * `read-only`. HeldRefusal 401 `operator-token-wrong`
 */
export type OperatorAuth = {
  /** Checks that the caller is an operator with permission to read, and returns the operator's name. */
  readonly read: (request: Request) => string;
  /** Checks that the caller is an operator with permission to make changes, and returns the operator's name, which the history records. */
  readonly act: (request: Request) => string;
  /** Identifies the operator who sent a request: returns the name and the permissions. */
  readonly identify: (request: Request) => OperatorIdentity;
  /** Returns the operator to whom a token belongs, for a sign-in. Also checks the request's origin. */
  readonly signIn: (request: Request, token: string) => OperatorIdentity;
  /**
   * Returns the operator to whom the code of a sign-in link belongs, like `signIn`, and invalidates the code.
   * @throws HeldRefusal 401 `sign-in-link-wrong`
   */
  readonly signInByCode: (request: Request, code: string) => OperatorIdentity;
  /**
   * Returns the name of a caller who sent a token. A session cookie is not accepted, because otherwise a session could be renewed with its
   * own cookie without end.
   */
  readonly withToken: (request: Request) => string;
  /** Creates a code for a sign-in link of this operator. @throws TerminalError 409 `inspector-off` */
  readonly makeCode: (name: string) => SignInCode;
  /** Refuses a request that was sent by a page of another origin, even when the request has a valid token or session. */
  readonly fromOwnPage: (request: Request) => void;
};

export type OperatorIdentity = { readonly name: string; readonly access: 'act' | 'read' };

export type OperatorAuthOptions = Pick<ProcessSettings, 'operators'> & Partial<Pick<ProcessSettings, 'readers' | 'inspector'>>;

export type OperatorAuthParts = {
  /** Sessions of operators in browsers. When missing, operators cannot sign in. */
  readonly sessions?: OperatorSessions;
  /** The one-time codes of sign-in links. When missing, sign-in links are not available. */
  readonly codes?: SignInCodes;
  /** Counts requests with wrong tokens and delays the replies to them. */
  readonly wrong?: WrongTokens;
};

type Credential = OperatorIdentity & { readonly hash: Buffer };

/**
 * Creates the authentication of operators. Every request needs a bearer token or the session cookie of a sign-in, whatever address it comes
 * from, because behind a proxy every request seems to come from this machine. Without a configured token nobody is an operator. A browser
 * also adds the cookie to requests that other sites' pages send, so a request with the cookie must come from a page of this node.
 */
export function createOperatorAuth(options: OperatorAuthOptions, parts: OperatorAuthParts = {}): OperatorAuth {
  const { operators, readers = [], inspector = 'on' } = options;
  const { sessions, codes, wrong } = parts;
  const isReadOnly = inspector === 'read-only';
  // Tokens are compared by their hashes. All hashes have the same length, which the constant-time comparison needs, and they hide the
  // length of a token.
  const known = [...operators.map(credential('act')), ...readers.map(credential('read'))];

  const limited = ({ name, access }: OperatorIdentity): OperatorIdentity => ({ name, access: isReadOnly ? 'read' : access });

  function refused(request: Request, kind: WrongTokenKind, code: string, message: string): HeldRefusal {
    return new HeldRefusal({ code, status: 401, message }, wrong?.met(request, kind) ?? Promise.resolve());
  }

  function ownerOf(request: Request, token: string): Credential {
    const hash = hash256(token);
    // The hash of the received token is compared with the hashes of all operators' tokens, so that the time does not reveal which one
    // matched.
    const [owner] = known.filter((each) => timingSafeEqual(each.hash, hash));
    if (owner !== undefined) return owner;
    throw refused(request, 'token', 'operator-token-wrong', 'The operator token of this request is not one of the tokens of this node.');
  }

  function withCookie(request: Request): OperatorIdentity {
    const session = sessions?.read(request) ?? 'none';
    if (session === 'none') {
      throw tokenRequired(
        'Operator routes need the header "Authorization: Bearer <token>", with a token from OPERATOR_TOKEN, or from ' +
          'DATA_DIR/operator-token.',
      );
    }
    const owner = session === 'invalid' ? undefined : known.find(({ name }) => name === session.name);
    if (owner === undefined) {
      const message = 'This operator session has ended, or belongs to another node. Sign in again.';
      throw new TerminalError({ code: 'operator-session-ended', status: 401, message });
    }
    if (isOfThisOrigin(request, { isProofNeeded: !isSafe(request.method) })) return owner;
    throw originRefused(
      'A browser session is accepted only in requests from pages of this node. The header Sec-Fetch-Site or Origin must prove this.',
    );
  }

  function identify(request: Request): OperatorIdentity {
    const token = bearerToken(request);
    return limited(token === null ? withCookie(request) : ownerOf(request, token));
  }

  return {
    identify,
    read: (request) => identify(request).name,
    act(request) {
      const { name, access } = identify(request);
      if (access === 'act') return name;
      const why = isReadOnly ? 'This node is read-only for operators (INSPECTOR=read-only)' : `The token of ${name} only allows reading`;
      throw new TerminalError({ code: 'read-only', status: 403, message: `${why}, so this request was refused and nothing was changed.` });
    },
    fromOwnPage,
    signIn(request, token) {
      fromOwnPage(request);
      return limited(ownerOf(request, token));
    },
    signInByCode(request, code) {
      fromOwnPage(request);
      const name = codes?.take(code);
      const owner = known.find((each) => each.name === name);
      if (owner !== undefined) return limited(owner);
      const message =
        'This sign-in link was used before, has expired, or belongs to another node. To make a new link, run "npx coxswain inspector link".';
      throw refused(request, 'link', 'sign-in-link-wrong', message);
    },
    withToken(request) {
      const token = bearerToken(request);
      if (token === null)
        throw tokenRequired(
          'This action needs an operator token in the header "Authorization: Bearer <token>". A browser session is not enough.',
        );
      return ownerOf(request, token).name;
    },
    makeCode(name) {
      if (codes !== undefined && inspector !== 'off') return codes.make(name);
      throw new TerminalError({ code: 'inspector-off', status: 409, message: 'This node has no inspector to sign in to (INSPECTOR=off).' });
    },
  };
}

function fromOwnPage(request: Request): void {
  if (!isOfThisOrigin(request, { isProofNeeded: false }))
    throw originRefused('Sign-in and sign-out are accepted only from pages of this node.');
}

function credential(access: OperatorIdentity['access']) {
  return ({ name, token }: { readonly name: string; readonly token: string }): Credential => ({ name, access, hash: hash256(token) });
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
