import { splitWords, type Word } from '../text/split-words.ts';

/** A map from phrases to values. When several phrases match at a position of a message, the longest one is used. */
export type PhraseMap<T> = {
  /** The words with which a phrase of the map can begin. */
  readonly firstWords: readonly string[];
  longestAt(words: readonly Word[], at: number): { readonly value: T; readonly to: number } | null;
};

export function createPhraseMap<T>(entries: Iterable<readonly [phrase: string, value: T]>): PhraseMap<T> {
  const byFirst = new Map<string, { readonly parts: readonly string[]; readonly value: T }[]>();
  for (const [phrase, value] of entries) {
    const parts = splitWords(phrase).map(({ text }) => text);
    const [first] = parts;
    if (first === undefined) continue;
    const known = byFirst.get(first) ?? [];
    known.push({ parts, value });
    byFirst.set(
      first,
      known.sort((a, b) => b.parts.length - a.parts.length),
    );
  }
  return {
    firstWords: [...byFirst.keys()],
    longestAt(words, at) {
      const phrases = byFirst.get(words[at]?.text ?? '');
      if (phrases === undefined) return null;
      for (const { parts, value } of phrases) if (isRest(words, at, parts)) return { value, to: at + parts.length };
      return null;
    },
  };
}

/** Whether a phrase stands at a position where its first word is already known to stand. */
function isRest(words: readonly Word[], at: number, parts: readonly string[]): boolean {
  for (let i = 1; i < parts.length; i += 1) if (words[at + i]?.text !== parts[i]) return false;
  return true;
}

/** Splits a text such as `one; two words` into its phrases, which are separated by semicolons. */
export function phrasesOf(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(';')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
