import { base58 } from '@scure/base';

/** Maximum number of characters that are decoded. Decoding takes quadratic time, and no address or signature is longer. */
const MAX_TEXT = 128;
const ALPHABET = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Decodes base58 text; null when it is empty, longer than 128 characters, or contains an invalid character. */
export function decodeBase58(text: string): Uint8Array | null {
  return text.length <= MAX_TEXT && ALPHABET.test(text) ? base58.decode(text) : null;
}
