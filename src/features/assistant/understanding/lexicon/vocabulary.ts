import { lazy } from '../../../../values/lazy.ts';
import { splitWords } from '../text/split-words.ts';
import en from '../words/en.json';
import es from '../words/es.json';
import hi from '../words/hi.json';
import pt from '../words/pt.json';
import tr from '../words/tr.json';

export const LANGUAGES = ['en', 'es', 'pt', 'tr', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

export type Phrase = { readonly words: readonly string[]; readonly concept: string };

/** The phrases that begin with the same word, in the order of the word lists. */
type Beginning = {
  /** The phrases that consist of this one word. */
  readonly alone: readonly Phrase[];
  /** The phrases that can stand where this word and the given next word stand: those of one word, and those that go on with the next word. */
  readonly before: ReadonlyMap<string, readonly Phrase[]>;
};

type Vocabulary = {
  /** The phrases of a language's word lists, by their first word. */
  readonly phrases: ReadonlyMap<string, Beginning>;
  /** All words that occur in the phrases by which requests in this language are recognized. */
  readonly words: ReadonlySet<string>;
  /** Words each of which alone is a phrase in the word lists of the language. */
  readonly alone: ReadonlySet<string>;
};

export const LISTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, es, pt, tr, hi };

/**
 * Returns the phrases of a language that may stand where two words follow each other, in the order of the word lists. Many phrases begin
 * with words such as "what", so they are found by their first two words.
 */
export function phrasesFrom(language: Language, first: string, second: string | undefined): readonly Phrase[] {
  const beginning = vocabularies()[language].phrases.get(first);
  if (beginning === undefined) return NONE;
  return (second === undefined ? undefined : beginning.before.get(second)) ?? beginning.alone;
}

/** Returns the languages that have a word in the phrases by which they recognize requests. */
export function languagesOf(word: string): readonly Language[] {
  return languagesByWord().get(word) ?? NO_LANGUAGE;
}

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

const NONE: readonly Phrase[] = [];
const NO_SECOND: Beginning['before'] = new Map();
const NO_LANGUAGE: readonly Language[] = [];

const languagesByWord = lazy((): ReadonlyMap<string, readonly Language[]> => {
  const found = new Map<string, Language[]>();
  for (const language of LANGUAGES) {
    for (const word of vocabularies()[language].words) {
      const known = found.get(word);
      if (known === undefined) found.set(word, [language]);
      else known.push(language);
    }
  }
  return found;
});

function vocabularyOf(list: Readonly<Record<string, string>>): Vocabulary {
  const byFirst = new Map<string, Phrase[]>();
  const words = new Set<string>();
  const alone = new Set<string>();
  for (const [concept, text] of Object.entries(list)) {
    for (const phrase of text.split(';')) {
      const parts = splitWords(phrase.trim()).map((word) => word.text);
      const [first] = parts;
      if (first === undefined) continue;
      for (const part of parts) words.add(part);
      if (parts.length === 1) alone.add(first);
      const known = byFirst.get(first);
      if (known === undefined) byFirst.set(first, [{ words: parts, concept }]);
      else known.push({ words: parts, concept });
    }
  }
  return { phrases: new Map([...byFirst].map(([first, phrases]) => [first, beginningOf(phrases)])), words, alone };
}

function beginningOf(phrases: readonly Phrase[]): Beginning {
  const isAlone = ({ words }: Phrase) => words.length === 1;
  const alone = phrases.filter(isAlone);
  if (alone.length === phrases.length) return { alone, before: NO_SECOND };
  const seconds = new Set(phrases.flatMap(({ words }) => words.slice(1, 2)));
  return {
    alone,
    before: new Map([...seconds].map((second) => [second, phrases.filter((phrase) => isAlone(phrase) || phrase.words[1] === second)])),
  };
}
