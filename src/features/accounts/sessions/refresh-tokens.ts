import { isUuid } from '../../../values/id-source.ts';
import type { Secrets } from '../tokens/secrets.ts';

/** The contents of a refresh token: the id of its session, and the number of the token within that session. */
export type RefreshClaim = { readonly sessionId: string; readonly generation: number };

const TOKEN = /^([0-9a-f-]{36})\.([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{43})$/;
const PURPOSE = 'refresh';

/**
 * Creates the functions that write and read refresh tokens of the form `<session>.<number>.<code>`. Only this service can compute the code,
 * which proves that a token is genuine. Therefore nobody can sign in with data from the store alone, and nobody can end the session of
 * another wallet by guessing a token.
 */
export function createRefreshTokens(secrets: Secrets): {
  readonly write: (claim: RefreshClaim) => string;
  /** Parses a refresh token; null for text that was not written by this service. */
  readonly read: (refreshToken: string) => RefreshClaim | null;
} {
  return {
    write({ sessionId, generation }) {
      const body = `${sessionId}.${generation}`;
      return `${body}.${secrets.mac(PURPOSE, body).toString('base64url')}`;
    },
    read(refreshToken) {
      const [, sessionId = '', generation = '', mac = ''] = TOKEN.exec(refreshToken) ?? [];
      if (!isUuid(sessionId)) return null;
      if (!secrets.isMac(PURPOSE, `${sessionId}.${generation}`, (code) => code.toString('base64url'), mac)) return null;
      return { sessionId, generation: Number(generation) };
    },
  };
}
