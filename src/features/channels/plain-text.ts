/** Matches control characters, and characters that are invisible, change the direction of text, or join characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
/**
 * An invisible character (word joiner). It is inserted into text that looks like a link or a mention, because chat programs then do not
 * recognize it as one.
 */
const WORD_JOINER = '\u2060';

/**
 * Makes text safe for chat programs, which convert parts of a text to links and mentions. This is needed because strangers choose the names
 * of tokens. Control and direction characters become a space, and text that looks like a link, a domain or a mention is changed so that
 * programs do not recognize it. Text that is too long is truncated.
 */
export function plainText(text: string, most: number): string {
  const plain = text
    .slice(0, 4 * most)
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cut(
    plain
      .replace(/:\/\//g, `:${WORD_JOINER}//`)
      .replace(/(\p{L}|\p{N})\.(?=\p{L})/gu, `$1${WORD_JOINER}.${WORD_JOINER}`)
      .replace(/\d{1,3}(?:\.\d{1,3}){3}/g, (address) => address.replaceAll('.', `${WORD_JOINER}.`))
      .replace(/(@|(?<=^|\s)\/)(?=[\p{L}\p{N}_])/gu, `$1${WORD_JOINER}`),
    most,
  );
}

/** Truncates text without splitting a character, and shows that it was truncated. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
