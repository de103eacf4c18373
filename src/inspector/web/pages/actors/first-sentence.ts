/** Maximum length in characters of an explanation within a table row. The whole text is in the row's tooltip and on the actor's page. */
const LONGEST = 160;

/**
 * Returns the first sentence of an explanation. A full stop ends a sentence only when a space and a capital letter follow, so the point in
 * a number does not.
 */
export function firstSentence(text: string): string {
  const [, first = text] = /^([\s\S]*?[.!?])\s+\p{Lu}/u.exec(text) ?? [];
  return first.length <= LONGEST ? first : `${first.slice(0, LONGEST - 1).trimEnd()}…`;
}
