import { LANGUAGES, type Language } from '../lexicon/vocabulary.ts';
import numbers from '../words/numbers.json';

const TABLES = new Map<Language, ReadonlyMap<string, number>>(
  LANGUAGES.map((language) => [language, new Map(Object.entries<number>(numbers[language]))]),
);
const ENGLISH = new Map(Object.entries<number>(numbers.en));

/** Returns the words of small numbers in a language. */
export function numberWordsOf(language: Language): readonly string[] {
  return [...(TABLES.get(language)?.keys() ?? [])];
}

/** Returns the value of a small number that is written as a word, such as "twelve". */
export function numberWord(text: string, language: Language): number | undefined {
  return TABLES.get(language)?.get(text);
}

/** Returns the value of a number word of the language, or of English if the language has no such word. */
export function anyNumberWord(text: string, language: Language): number | undefined {
  return numberWord(text, language) ?? ENGLISH.get(text);
}
