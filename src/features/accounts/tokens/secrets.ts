import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A secret key, and the id by which tokens refer to it. */
export type Secret = { readonly kid: string; readonly key: Uint8Array<ArrayBuffer> };

/**
 * The secrets for one kind of token. The first secret signs new tokens, and tokens that are signed with any of the secrets are accepted, so
 * that a secret can be replaced while tokens signed with it are still in use.
 */
export type Secrets = {
  readonly all: readonly Secret[];
  /**
   * Computes a message authentication code (MAC) of a text with the first secret. A code for one purpose is not valid for another purpose.
   */
  readonly mac: (purpose: string, text: string) => Buffer;
  /**
   * Whether the code `given` is the MAC (message authentication code) of the text under one of the secrets. `write` converts a computed MAC
   * to the format of `given`, so that the two can be compared.
   */
  readonly isMac: (purpose: string, text: string, write: (mac: Buffer) => string, given: string) => boolean;
};

const KID_DIGITS = 8;

export function createSecrets(texts: readonly [string, ...string[]]): Secrets {
  const secretOf = (text: string): Secret => ({
    kid: createHash('sha256').update(`kid:${text}`).digest('hex').slice(0, KID_DIGITS),
    key: new TextEncoder().encode(text),
  });
  const [first, ...others] = texts;
  const signing = secretOf(first);
  const all = [signing, ...others.map(secretOf)];
  // The purpose contains no line break, so the first line break always ends the purpose. Two different pairs of purpose and text can
  // therefore not result in the same input for the code.
  const macOf = ({ key }: Secret, purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    all,
    mac: (purpose, text) => macOf(signing, purpose, text),
    isMac(purpose, text, write, given) {
      const bytes = Buffer.from(given);
      // The code is compared with all secrets, even after a match, so that the time taken does not reveal which secret matched.
      const matches = all.filter((secret) => {
        const expected = Buffer.from(write(macOf(secret, purpose, text)));
        return expected.length === bytes.length && timingSafeEqual(expected, bytes);
      });
      return matches.length > 0;
    },
  };
}
