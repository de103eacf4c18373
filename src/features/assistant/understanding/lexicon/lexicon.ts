import type { Word } from '../text/split-words.ts';
import { wordSet } from '../text/word-set.ts';
import common from '../words/common.json';
import { LANGUAGES, type Language, languagesOf, phrasesFrom, vocabularies } from './vocabulary.ts';

/** A phrase of the message that has a meaning. `concept` is the name of a word list that contains the phrase. */
export type Mark = { readonly concept: string; readonly from: number; readonly to: number };

/**
 * Matches the names of word lists with English function words. These lists are used only for messages in English, because words such as
 * `me`, `do` and `on` have other meanings in other languages.
 */
const ENGLISH_ONLY =
  /^(?:p\.|my$|it$|no$|yes$|again$|filler$|join$|if$|stop$|negate$|above$|get$|move$|howmuch$|history$|lesson$|keep$|reach$)/;

/**
 * Pairs of word lists: a phrase of the first list still counts when it is part of a longer phrase of the second list. For example, a "limit
 * sell" is also a sale, and "my address" also contains "my".
 */
const STAYS_INSIDE: ReadonlySet<string> = new Set([
  ...[
    'sell limit',
    'buy limit',
    'swap limit',
    'buy dca',
    'swap dca',
    'my addressnoun',
    'wallet addressnoun',
    'my walletcard',
    'wallet walletcard',
  ],
  ...[
    'if tellme',
    'if alert',
    'my portfolio',
    'balance portfolio',
    'my balance',
    'my approvals',
    'send addressnoun',
    'wallet balance',
    'fiatway cashout',
    'my cashout',
    'my house',
    'balance rest',
  ],
]);

const COMMON = wordSet(common.words);

/** Returns the language to which most words belong; English when no other language has more words. */
export function languageOf(words: readonly Word[]): Language {
  const counts: Record<Language, number> = { en: 0, es: 0, pt: 0, tr: 0, hi: 0 };
  for (const { text, kind } of words) for (const language of languagesOf(text)) counts[language] += kind === 'suffix' ? 1.5 : 1;
  let best: Language = 'en';
  for (const language of LANGUAGES) if (counts[language] > counts[best]) best = language;
  return best;
}

/** Finds the phrases of a message that are in the word lists. A phrase of several words hides the meanings of its single words. */
export function markPhrases(words: readonly Word[], language: Language): readonly Mark[] {
  const found: Mark[] = [];
  for (let at = 0; at < words.length; at += 1) {
    markPhrasesAt(words, at, language, found);
    if (language !== 'en') markPhrasesAt(words, at, 'en', found, ENGLISH_ONLY);
  }
  const long = found.filter(({ concept, from, to }) => to - from > 1 && concept !== 'lesson');
  if (long.length === 0) return found;
  return found.filter((mark) => !long.some((other) => isInside(mark, other) && !STAYS_INSIDE.has(`${mark.concept} ${other.concept}`)));
}

function markPhrasesAt(words: readonly Word[], from: number, language: Language, found: Mark[], ignored?: RegExp): void {
  for (const { words: phrase, concept } of phrasesFrom(language, words[from]?.text ?? '', words[from + 1]?.text)) {
    if (isAt(words, from, phrase) && ignored?.test(concept) !== true) found.push({ concept, from, to: from + phrase.length });
  }
}

/** Whether a phrase stands at a position where its first two words are already known to stand. */
function isAt(words: readonly Word[], from: number, phrase: readonly string[]): boolean {
  for (let at = 2; at < phrase.length; at += 1) if (words[from + at]?.text !== phrase[at]) return false;
  return true;
}

/** Whether a word is in the word lists. Such a word is read as a token's symbol only where nothing but a token makes sense. */
export function isListed(word: string, language: Language): boolean {
  return vocabularies().en.alone.has(word) || vocabularies()[language].alone.has(word);
}

/** Whether a word is in the word lists or is an everyday English word. */
export function isCommon(word: string, language: Language): boolean {
  return COMMON.has(word) || isListed(word, language);
}

function isInside(inner: Mark, outer: Mark): boolean {
  return inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;
}
