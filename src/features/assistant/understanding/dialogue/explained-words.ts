import { isTaken, type Reading } from '../entities/reading.ts';

/** Signs that may stand anywhere in a short answer. Others, such as a quotation mark, a colon or a bracket, can change its meaning. */
const SIGNS: ReadonlySet<string> = new Set([',', '.', '!', '?', '…', '-', '–', '$', '%', '€', '£', "'"]);

/** Word lists of prepositions, and of endings and words after a value, that only say what the value is for. */
export const ROLE_LISTS: readonly string[] = [
  ...['p.to', 'p.for', 'p.in', 'p.of', 'p.on', 'p.with', 'p.from'],
  ...['post.to', 'post.object', 'post.from', 'post.with', 'post.on'],
];

/**
 * Whether every word of a message is explained: it belongs to one of the values that are used, or is one of the given words, or a place for
 * which `isKnown` is true.
 */
export function isExplained(
  reading: Reading,
  used: readonly { readonly from: number; readonly to: number }[],
  words: ReadonlySet<string>,
  isKnown: (at: number) => boolean = () => false,
): boolean {
  return reading.words.every(({ kind, text, raw }, at) => {
    if (used.some(({ from, to }) => at >= from && at < to)) return true;
    if (isTaken(reading, at)) return isKnown(at);
    return (kind === 'sign' && SIGNS.has(raw)) || words.has(text) || isKnown(at);
  });
}
