/**
 * Characters that are not seen and change what is: those that turn the direction of what stands beside them, controls other than tab and
 * line ends, and spaces without width. (Joiners stay: emoji and some scripts need them.)
 */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text with every hidden character as its escape, `\u202e`: nothing of a stranger's can look like something else. */
export function withHiddenShown(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
