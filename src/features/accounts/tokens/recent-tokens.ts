import type { Clock } from '../../../values/clock.ts';
import type { TokenClaims } from './token-claims.ts';

/** Maximum number of verified access tokens in the cache of a node. So many tokens need about 6 MB of memory. */
const MOST = 10_000;

/**
 * Creates the cache of verified access tokens. It is needed because verifying a token takes as much computing time as many routes need for
 * their whole answer. A token's claims never change; the token can only expire.
 */
export function createRecentTokens(clock: Clock): {
  readonly find: (jwt: string) => TokenClaims | null;
  readonly add: (jwt: string, claims: TokenClaims) => void;
} {
  const known = new Map<string, TokenClaims>();
  return {
    find(jwt) {
      const claims = known.get(jwt);
      if (claims === undefined) return null;
      if (claims.expiresAtMs > clock.now()) return claims;
      known.delete(jwt);
      return null;
    },
    add(jwt, claims) {
      known.set(jwt, claims);
      if (known.size <= MOST) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}
