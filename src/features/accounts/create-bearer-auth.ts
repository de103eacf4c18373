import type { Bearer, BearerAuth, SignedIn } from '../../http/bearer-auth.ts';
import { bearerToken } from '../../http/bearer-token.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Sessions } from './sessions/create-sessions.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';
import type { TokenClaims, TokenKind } from './tokens/token-claims.ts';

/**
 * Creates the check of access tokens. A token is valid only while its session is open. An admin's token is valid only while its wallet is
 * an admin.
 */
export function createBearerAuth(deps: {
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'opened'>;
  readonly isAdmin: (wallet: Address) => boolean;
}): BearerAuth {
  const { tokens, sessions, isAdmin } = deps;

  const signedIn = (kind: TokenKind, { wallet, sessionId }: TokenClaims): SignedIn => {
    if (kind === 'admin' && !isAdmin(wallet)) {
      const message = 'The wallet of this admin token is no longer an admin, because the setting ADMIN_WALLETS no longer contains it.';
      throw new TerminalError({ code: 'not-an-admin', status: 403, message });
    }
    return { authWallet: wallet, sessionId };
  };

  const readAnew = async (kind: TokenKind, jwt: string): Promise<SignedIn> => {
    const claims = tokens.recent(kind, jwt) ?? (await tokens.read(kind, jwt));
    await sessions.opened.require(claims.sessionId);
    return signedIn(kind, claims);
  };

  const bearerOf = (kind: TokenKind): Bearer => ({ kind, check: (request) => check(kind, request) });

  function check(kind: TokenKind, request: Request): SignedIn | Promise<SignedIn> {
    const jwt = bearerToken(request);
    if (jwt === null) {
      const message = 'This route needs the header "Authorization: Bearer <token>", with an access token from POST /api/auth/verify.';
      throw new TerminalError({ code: 'token-missing', status: 401, message });
    }
    const claims = tokens.recent(kind, jwt);
    if (claims !== null && sessions.opened.recent(claims.sessionId) === true) return signedIn(kind, claims);
    return readAnew(kind, jwt);
  }

  return { user: bearerOf('user'), admin: bearerOf('admin') };
}
