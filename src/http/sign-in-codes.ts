import type { Clock } from '../values/clock.ts';
import { hash256 } from './hash-256.ts';

/**
 * One-time codes that sign an operator in; see `signInLink`. A node stores only its own codes, as hashes in memory: they are not valid on
 * other nodes, and a restart invalidates them.
 */
export type SignInCodes = {
  readonly make: (name: string) => SignInCode;
  /** Returns the operator to whom the code belongs, and invalidates the code. */
  readonly take: (code: string) => string | undefined;
};

export type SignInCode = { readonly code: string; readonly expiresAtMs: number };

export const SIGN_IN_CODE_MS = 10 * 60_000;
/** Maximum number of one-time sign-in codes that are valid at the same time. When it is exceeded, the oldest code is removed. */
const MOST_CODES = 100;

/**
 * Creates the store of one-time sign-in codes.
 * @param random returns an unguessable string of at least 128 bits, in characters that need no encoding
 */
export function createSignInCodes({ clock, random }: { readonly clock: Clock; readonly random: () => string }): SignInCodes {
  const known = new Map<string, { readonly name: string; readonly expiresAtMs: number }>();
  return {
    make(name) {
      const [oldest] = known.keys();
      if (known.size >= MOST_CODES && oldest !== undefined) known.delete(oldest);
      const code = random();
      const expiresAtMs = clock.now() + SIGN_IN_CODE_MS;
      known.set(hash256(code).toString('hex'), { name, expiresAtMs });
      return { code, expiresAtMs };
    },
    take(code) {
      // Codes are looked up by hash, so that the time of the look-up reveals nothing about the codes.
      const key = hash256(code).toString('hex');
      const found = known.get(key);
      known.delete(key);
      return found !== undefined && found.expiresAtMs > clock.now() ? found.name : undefined;
    },
  };
}
