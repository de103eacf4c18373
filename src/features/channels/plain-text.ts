/** Control characters, and those that change the direction of text, join or hide characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
/** A character that chat programs do not take for a part of a link or a name, and that nobody sees. */
const WORD_JOINER = '\u2060';

/**
 * Makes text safe to show in programs that make links and mentions of what looks so: names of tokens are chosen by strangers. Control and
 * direction characters become a space, and what looks like a link, a domain or a mention is no longer one. Cuts long text.
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
      .replace(/(@|(?<=^|\s)\/)(?=[\p{L}\p{N}_])/gu, `$1${WORD_JOINER}`),
    most,
  );
}

/** Cuts text between characters, and shows that it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
