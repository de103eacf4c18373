import type { TokenCheck } from '../../http/bearer-auth.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Sessions } from './sessions/create-sessions.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';

/** Creates the check of users' access tokens for connections that last longer than one request, such as web sockets. */
export function createTokenCheck({
  tokens,
  sessions,
}: {
  readonly tokens: Pick<AccessTokens, 'read'>;
  readonly sessions: Pick<Sessions, 'opened'>;
}): TokenCheck {
  return {
    async read(jwt) {
      const claims = await tokens.read('user', jwt);
      await sessions.opened.require(claims.sessionId);
      return claims;
    },

    async isOpen(sessionId) {
      if (sessions.opened.recent(sessionId) === true) return true;
      try {
        await sessions.opened.require(sessionId);
        return true;
      } catch (error) {
        if (error instanceof TerminalError) return false;
        throw error;
      }
    },
  };
}
