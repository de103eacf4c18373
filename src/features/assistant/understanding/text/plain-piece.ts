/**
 * Match a plain ASCII word, number or sign at a position, if what follows shows that it ends there. What is longer, or followed by other
 * characters, can be part of a name, an address, a number with decimals or a word of another alphabet. Signs such as `-` and `'` are not
 * plain, because they can begin an arrow, a name or an ending.
 */
const PLAIN_WORD = /[a-z][a-z0-9_]{0,24}(?=[\s,;:!?()[\]{}<"/\\|&+*#@$%~^']|\.?(?:\s|$))/iy;
const PLAIN_NUMBER = /[0-9]{1,25}(?=[\s;:!?()[\]{}<"/\\|&+*#@$%~^]|[.,]?(?:\s|$))/y;
const PLAIN_SIGN = /[,;:!?()[\]{}<"/\\|&+*#@$%~^]/y;

const PLAIN = [
  { kind: 'word', pattern: PLAIN_WORD },
  { kind: 'number', pattern: PLAIN_NUMBER },
  { kind: 'sign', pattern: PLAIN_SIGN },
] as const;

/**
 * Reads the plain word, number or sign that begins at a position; null when there is none. Almost all pieces of messages are plain, and
 * reading them so takes much less time than by the pattern of all pieces.
 */
export function plainPieceAt(text: string, start: number): { readonly kind: 'word' | 'number' | 'sign'; readonly end: number } | null {
  for (const { kind, pattern } of PLAIN) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return { kind, end: pattern.lastIndex };
  }
  return null;
}
