import type { Word } from '../text/split-words.ts';
import common from '../words/common.json';
import { LANGUAGES, type Language, vocabularyFor } from './vocabulary.ts';

/** A phrase of the message that means something: `concept` is a key of the word lists. */
export type Mark = { readonly concept: string; readonly from: number; readonly to: number };

/** English words of grammar are not read in a message of another language: `me`, `do`, `on` mean something else there. */
const ENGLISH_ONLY =
  /^(?:p\.|my$|it$|no$|yes$|again$|filler$|join$|if$|stop$|negate$|above$|get$|move$|howmuch$|history$|lesson$|keep$|reach$)/;

/** A concept and the one of a longer phrase that does not hide it: a "limit sell" is a sale, "my address" is mine. */
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
  ],
]);

const COMMON: ReadonlySet<string> = new Set(common.words.split(' '));

/** The language of most words; English when none has more. */
export function languageOf(words: readonly Word[]): Language {
  let best: Language = 'en';
  let most = 0;
  for (const language of LANGUAGES) {
    const { words: known } = vocabularyFor(language);
    const count = words.reduce((sum, { text, kind }) => sum + (known.has(text) ? (kind === 'suffix' ? 1.5 : 1) : 0), 0);
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best;
}

/** Marks the phrases of a message. A phrase of several words hides what its parts would mean alone. */
export function markPhrases(words: readonly Word[], language: Language): readonly Mark[] {
  const found: Mark[] = [];
  for (let i = 0; i < words.length; i += 1) {
    for (const own of language === 'en' ? (['en'] as const) : ([language, 'en'] as const)) {
      for (const { words: phrase, concept } of vocabularyFor(own).phrases.get(words[i]?.text ?? '') ?? []) {
        if (own !== language && ENGLISH_ONLY.test(concept)) continue;
        if (phrase.every((part, at) => words[i + at]?.text === part)) found.push({ concept, from: i, to: i + phrase.length });
      }
    }
  }
  const long = found.filter(({ concept, from, to }) => to - from > 1 && concept !== 'lesson');
  return found.filter((mark) => !long.some((other) => isInside(mark, other) && !STAYS_INSIDE.has(`${mark.concept} ${other.concept}`)));
}

/** True for a word of the lists, which is no symbol of a token unless it stands where one must stand. */
export function isListed(word: string, language: Language): boolean {
  return vocabularyFor('en').alone.has(word) || vocabularyFor(language).alone.has(word);
}

/** True for a word of the lists or of everyday English. */
export function isCommon(word: string, language: Language): boolean {
  return COMMON.has(word) || isListed(word, language);
}

function isInside(inner: Mark, outer: Mark): boolean {
  return inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;
}
