import type { TokenWords } from '../understanding/agent-service.ts';

/** Matches words after which a message states the condition of an order. */
const WHEN = /\b(?:when|once|if|as soon as|while|cuando|si|quando|se|jab|agar)\b/iu;

/**
 * Returns the token of a trade whose price the message states: of the two tokens, the one that the message names last after a word such as
 * "when". Returns null when the message names neither token after such a word, as in "when it reaches 4000".
 */
export function watchedSide(
  text: string,
  symbols: { readonly from: string; readonly to: string },
  words: Pick<TokenWords, 'bySymbol' | 'byName'>,
): 'from' | 'to' | null {
  const [, after = ''] = splitAt(text, WHEN);
  const named = after.split(/[^\p{L}\p{N}.]+/u).flatMap((piece) => {
    const found = piece === '' ? [] : [...words.bySymbol(piece), ...words.byName(piece)].map(({ symbol }) => symbol);
    if (found.includes(symbols.to)) return ['to' as const];
    return found.includes(symbols.from) ? ['from' as const] : [];
  });
  return named.at(-1) ?? null;
}

function splitAt(text: string, pattern: RegExp): readonly [string, string] | readonly [string] {
  const match = pattern.exec(text);
  return match === null ? [text] : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}
