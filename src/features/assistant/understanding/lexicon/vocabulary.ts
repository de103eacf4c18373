import { lazy } from '../../../../values/lazy.ts';
import { splitWords } from '../text/split-words.ts';
import en from '../words/en.json';
import es from '../words/es.json';
import hi from '../words/hi.json';
import pt from '../words/pt.json';
import tr from '../words/tr.json';

export const LANGUAGES = ['en', 'es', 'pt', 'tr', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

type Phrase = { readonly words: readonly string[]; readonly concept: string };

type Vocabulary = {
  /** The phrases of a language's word lists, by the first word of the phrase. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** All words that occur in the phrases by which requests in this language are recognized. */
  readonly words: ReadonlySet<string>;
  /** Words each of which alone is a phrase in the word lists of the language. */
  readonly alone: ReadonlySet<string>;
};

export const LISTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, es, pt, tr, hi };

/** Returns the vocabularies of all languages. They are built when they are first used. */
export const vocabularies = lazy(
  (): Readonly<Record<Language, Vocabulary>> => ({
    en: vocabularyOf(en),
    es: vocabularyOf(es),
    pt: vocabularyOf(pt),
    tr: vocabularyOf(tr),
    hi: vocabularyOf(hi),
  }),
);

function vocabularyOf(list: Readonly<Record<string, string>>): Vocabulary {
  const phrases = new Map<string, Phrase[]>();
  const words = new Set<string>();
  const alone = new Set<string>();
  for (const [concept, text] of Object.entries(list)) {
    for (const phrase of text.split(';')) {
      const parts = splitWords(phrase.trim()).map((word) => word.text);
      const [first] = parts;
      if (first === undefined) continue;
      for (const part of parts) words.add(part);
      if (parts.length === 1) alone.add(first);
      const known = phrases.get(first);
      if (known === undefined) phrases.set(first, [{ words: parts, concept }]);
      else known.push({ words: parts, concept });
    }
  }
  return { phrases, words, alone };
}
