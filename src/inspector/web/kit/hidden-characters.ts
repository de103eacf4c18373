/**
 * Invisible characters that can change the appearance of a text: characters that change the writing direction, control characters other
 * than tab and line ends, and zero-width spaces. Joiners are allowed, because emoji and some scripts need them.
 */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Replaces every hidden character by its escape, such as `\u202e`, so that a stranger's text cannot look like another text. */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
