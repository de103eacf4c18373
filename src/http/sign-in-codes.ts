import type { Clock } from '../values/clock.ts';
import { hash256 } from './hash-256.ts';

/**
 * One-time codes that sign an operator in; see `signInLink`. A node keeps its own codes as hashes in memory: another node does not
 * know them, and a restart ends them.
 */
export type SignInCodes = {
  readonly make: (name: string) => SignInCode;
  /** Returns the code's owner and uses the code up. */
  readonly take: (code: string) => string | undefined;
};

export type SignInCode = { readonly code: string; readonly expiresAtMs: number };

export const SIGN_IN_CODE_MS = 10 * 60_000;
/** The maximum number of codes; the oldest is removed first. */
const MOST_CODES = 100;

/** Creates the codes. @param random returns an unguessable text of at least 128 bits, in letters that need no encoding */
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
      // Looking up the hash keeps the look-up's time from revealing anything about the codes.
      const key = hash256(code).toString('hex');
      const found = known.get(key);
      known.delete(key);
      return found !== undefined && found.expiresAtMs > clock.now() ? found.name : undefined;
    },
  };
}
