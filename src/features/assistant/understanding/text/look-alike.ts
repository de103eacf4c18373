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
 * Returns the Latin word that a word with letters of other alphabets looks like, in lowercase; null for a plain word, and for one that is
 * written in its own alphabet and looks like nothing else. A word that mixes alphabets always counts as looking like another word.
 */
export function looksLike(word: string): string | null {
  if (!OTHER_LETTERS.test(word)) return null;
  const letters = [...word].map((letter) => LATIN_OF.get(letter.toUpperCase()) ?? letter);
  const latin = letters.join('').toLowerCase();
  return LATIN_LETTERS.test(word) || !OTHER_LETTERS.test(latin) ? latin : null;
}
