import { isPlain } from './normalise.ts';

/** Letters of Cyrillic and Greek that look like Latin ones, in capitals. */
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      А: 'A',
      В: 'B',
      С: 'C',
      Е: 'E',
      Н: 'H',
      І: 'I',
      Ј: 'J',
      К: 'K',
      М: 'M',
      О: 'O',
      Р: 'P',
      Ѕ: 'S',
      Т: 'T',
      Х: 'X',
      У: 'Y',
      Ԁ: 'D',
      Ԛ: 'Q',
    },
    ...{
      Α: 'A',
      Β: 'B',
      Ε: 'E',
      Ζ: 'Z',
      Η: 'H',
      Ι: 'I',
      Κ: 'K',
      Μ: 'M',
      Ν: 'N',
      Ο: 'O',
      Ρ: 'P',
      Τ: 'T',
      Υ: 'Y',
      Χ: 'X',
      Ϲ: 'C',
      Ը: 'L',
      Ս: 'U',
      Օ: 'O',
    },
  }),
);
const OTHER_LETTERS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const LATIN_LETTERS = /\p{Script=Latin}/u;

/**
 * Returns the Latin word, in lowercase, that a word with letters of other alphabets looks like. A word that mixes alphabets always counts
 * as imitating another word. Returns null for a word in Latin letters only, and for a word of another alphabet that looks like no Latin
 * word.
 */
export function looksLike(word: string): string | null {
  if (isPlain(word) || !OTHER_LETTERS.test(word)) return null;
  const letters = [...word].map((letter) => LATIN_OF.get(letter.toUpperCase()) ?? letter);
  const latin = letters.join('').toLowerCase();
  return LATIN_LETTERS.test(word) || !OTHER_LETTERS.test(latin) ? latin : null;
}
