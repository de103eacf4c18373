import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { type Address, isAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { IdSource } from '../../../values/id-source.ts';
import { createRecentTokens } from './recent-tokens.ts';
import type { Secret, Secrets } from './secrets.ts';
import type { TokenClaims, TokenKind } from './token-claims.ts';

/** Signs and verifies access tokens (JWT with HS256). They expire after 15 minutes. */
export type AccessTokens = {
  sign(
    kind: TokenKind,
    of: { readonly wallet: Address; readonly sessionId: string },
  ): Promise<{
    readonly jwt: string;
    readonly expiresAtMs: number;
  }>;
  /** Returns the claims of a token that this node has verified before and that has not expired; null for any other token. */
  recent(kind: TokenKind, jwt: string): TokenClaims | null;
  /** Verifies a token and returns its claims. @throws TerminalError 401 `token-wrong`, `token-expired`; 403 `token-of-other-kind` */
  read(kind: TokenKind, jwt: string): Promise<TokenClaims>;
};

const ALGORITHM = 'HS256';
const LIFETIME_SEC = 900;
/** Maximum time, in seconds, by which the clock of the node that signed a token may be ahead of this node's clock. */
const CLOCKS_APART_SEC = 60;
/** Maximum length of an access token in characters. The tokens of this service have about 400. */
const LONGEST_TOKEN = 2_048;

const claimsSchema = v.object({
  sub: v.custom<Address>(isAddress),
  sid: v.pipe(v.string(), v.uuid()),
  jti: v.pipe(v.string(), v.nonEmpty()),
  iat: v.pipe(v.number(), v.safeInteger()),
  exp: v.pipe(v.number(), v.safeInteger()),
});

export function createAccessTokens(deps: {
  readonly secrets: Readonly<Record<TokenKind, Secrets>>;
  /** Name of this service, which is the issuer of all its tokens. */
  readonly brand: string;
  readonly clock: Clock;
  readonly ids: IdSource;
}): AccessTokens {
  const { secrets, brand, clock, ids } = deps;
  const recent = { user: createRecentTokens(clock), admin: createRecentTokens(clock) };

  async function verified(kind: TokenKind, jwt: string): Promise<TokenClaims> {
    const keyOf = ({ kid }: { readonly kid?: string }): Secret['key'] => {
      const secret = secrets[kind].all.find((each) => each.kid === kid);
      if (secret === undefined) throw new errors.JWKSNoMatchingKey();
      return secret.key;
    };
    const options = { algorithms: [ALGORITHM], issuer: brand, audience: kind, currentDate: new Date(clock.now()) };
    const { payload } = await jwtVerify(jwt, keyOf, { ...options, requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'] });
    return claimsOf(payload);
  }

  function claimsOf(payload: JWTPayload): TokenClaims {
    const read = v.safeParse(claimsSchema, payload);
    if (!read.success) throw wrong();
    const { sub, sid, iat, exp } = read.output;
    if (iat > clock.now() / 1_000 + CLOCKS_APART_SEC || exp > iat + LIFETIME_SEC) throw wrong();
    return { wallet: sub, sessionId: sid, expiresAtMs: exp * 1_000 };
  }

  /** Finds the reason why an access token was refused, and builds the error that states the reason. */
  async function reasonOf(error: unknown, kind: TokenKind, jwt: string): Promise<unknown> {
    if (error instanceof errors.JWTExpired) {
      const message = 'The access token has expired. Get a new one from POST /api/auth/refresh.';
      return new TerminalError({ code: 'token-expired', status: 401, message });
    }
    if (!(error instanceof errors.JOSEError)) return error;
    const other = kind === 'user' ? 'admin' : 'user';
    return (await isOf(other, jwt)) ? ofOtherKind(kind) : wrong();
  }

  function isOf(kind: TokenKind, jwt: string): Promise<boolean> {
    return verified(kind, jwt).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.JOSEError || error instanceof TerminalError) return false;
        throw error;
      },
    );
  }

  return {
    async sign(kind, { wallet, sessionId }) {
      const [secret] = secrets[kind].all;
      if (secret === undefined) throw new TypeError('No secret is set to sign access tokens');
      const nowSec = Math.floor(clock.now() / 1_000);
      const jwt = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: secret.kid })
        .setIssuer(brand)
        .setAudience(kind)
        .setSubject(wallet)
        .setJti(ids())
        .setIssuedAt(nowSec)
        .setExpirationTime(nowSec + LIFETIME_SEC)
        .sign(secret.key);
      return { jwt, expiresAtMs: (nowSec + LIFETIME_SEC) * 1_000 };
    },

    recent: (kind, jwt) => recent[kind].find(jwt),

    async read(kind, jwt) {
      if (jwt.length > LONGEST_TOKEN) throw wrong();
      try {
        const claims = await verified(kind, jwt);
        recent[kind].add(jwt, claims);
        return claims;
      } catch (error) {
        throw await reasonOf(error, kind, jwt);
      }
    },
  };
}

function wrong(): TerminalError {
  return new TerminalError({
    code: 'token-wrong',
    status: 401,
    message: 'This access token is not valid for this service. Sign in again.',
  });
}

function ofOtherKind(kind: TokenKind): TerminalError {
  const message =
    kind === 'user'
      ? "This route needs a user's access token, and the request contains an admin token."
      : "This route needs an admin token, and the request contains a user's access token.";
  return new TerminalError({ code: 'token-of-other-kind', status: 403, message });
}
