/** Returns the set of the words in a text in which spaces separate the words. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
