/**
 * Invisible characters that can change how a text appears: those that change the writing direction, control characters except tab and line
 * ends, and zero-width spaces. Joiners are not included, because emoji and some scripts need them.
 */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Replaces every hidden character by its escape sequence, such as `\u202e`, so that text from a stranger cannot look like a different text.
 */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
