import { base58 } from '@scure/base';

/** Maximum number of characters that are decoded: decoding takes quadratic time, and no address or signature is longer. */
const MAX_TEXT = 128;
const ALPHABET = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** The bytes of base58 text, or null when it is empty, longer than 128 characters, or holds a foreign character. */
export function decodeBase58(text: string): Uint8Array | null {
  return text.length <= MAX_TEXT && ALPHABET.test(text) ? base58.decode(text) : null;
}
