import { LANGUAGES, type Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import shares from '../words/shares.json';
import { digitsAt, type Found } from './amount-digits.ts';
import { FRACTION_OPENINGS, fractionAt, takeFraction } from './amount-fractions.ts';
import { BETWEEN, rangeAt, ratioAt } from './amount-ranges.ts';
import { withUnit } from './amount-unit.ts';
import { NUMBER_OPENINGS, UNCLEAR, wordsAt } from './amount-words.ts';
import { joinAmounts, partOfNumber, readExceptions } from './doubtful-amounts.ts';
import type { Entity } from './entity.ts';
import { numberWordsOf } from './number-words.ts';
import { createPhraseMap, type PhraseMap, phrasesOf } from './phrase-map.ts';
import { isTaken, type Reading, take } from './reading.ts';

const SHARE_VALUES: Readonly<Record<string, string>> = {
  unclear: 'unclear',
  half: '50',
  quarter: '25',
  threeQuarters: '75',
  tenth: '10',
  fifth: '20',
  all: 'all',
};

const SHARES: ReadonlyMap<string, PhraseMap<string>> = new Map(
  Object.entries(shares).map(([language, list]) => [
    language,
    createPhraseMap(
      Object.entries(list).flatMap(([share, phrases]) => phrasesOf(phrases).map((phrase) => [phrase, SHARE_VALUES[share] ?? ''] as const)),
    ),
  ]),
);

/** The words with which an amount can begin in each language, apart from numbers. */
const OPENINGS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  LANGUAGES.map((language) => {
    const shares = [SHARES.get(language), SHARES.get('en')].flatMap((map) => map?.firstWords ?? []);
    return [language, new Set([...shares, ...NUMBER_OPENINGS, ...FRACTION_OPENINGS, ...numberWordsOf(language), ...BETWEEN])];
  }),
);

/** Finds numbers with their units (scales, percent, money), numbers in words, and shares such as "half" and "all". */
export function readAmounts(reading: Reading): void {
  const { words } = reading;
  for (let at = 0; at < words.length; at += 1) {
    if (!canBegin(reading, at)) continue;
    const ratio = ratioAt(reading, at);
    if (ratio !== null) {
      at = ratio - 1;
      continue;
    }
    const fraction = fractionAt(reading, at);
    if (fraction !== null) {
      at = fraction - 1;
      continue;
    }
    const range = rangeAt(reading, at);
    if (range !== null) {
      at = range - 1;
      continue;
    }
    const long = shareAt(reading, at, 2);
    if (long !== null) {
      at = long - 1;
      continue;
    }
    const found = digitsAt(reading, at) ?? wordsAt(reading, at);
    if (found !== null) {
      const entity = amountFrom(reading, found);
      take(reading, entity);
      at = entity.to - 1;
      continue;
    }
    const share = shareAt(reading, at, 1);
    if (share !== null) at = share - 1;
  }
  joinAmounts(reading);
  readExceptions(reading);
}

function amountFrom(reading: Reading, found: Found): Entity {
  const { from, to } = found;
  if (found.value === UNCLEAR) return { kind: 'unclear', from, to };
  const amount = withUnit(reading, found);
  const end = amount.unit === 'percent' ? partOfNumber(reading, amount.to) : null;
  return end === null ? amount : { kind: 'unclear', from: amount.from, to: end };
}

/** Whether an amount can begin at a word that belongs to no other entity. It cannot at most words, for which no more is looked up. */
function canBegin(reading: Reading, at: number): boolean {
  const word = reading.words[at];
  if (word === undefined || isTaken(reading, at)) return false;
  return word.kind === 'number' || OPENINGS.get(reading.language)?.has(word.text) === true;
}

/**
 * Reads a share such as "half" that starts at a position of the message. @param least the minimum number of words of the share's phrase
 * @returns where the share ends; null when there is no share
 */
function shareAt(reading: Reading, at: number, least: number): number | null {
  const { words, language } = reading;
  const found = SHARES.get(language)?.longestAt(words, at) ?? (language === 'en' ? null : (SHARES.get('en')?.longestAt(words, at) ?? null));
  if (found === null || found.to - at < least) return null;
  const { value, to } = found;
  if (value === 'all' && isAdverb(words, at)) return null;
  if (value !== 'all' && value !== 'unclear')
    return takeFraction(reading, { over: BigInt(value), under: 100n, from: at, to, isDigits: false });
  take(reading, { kind: value, from: at, to });
  return to;
}

/** Whether "all" is part of "in all", "all at once" or "all together", which are no amounts. */
function isAdverb(words: readonly Word[], at: number): boolean {
  const [before, word, next, after] = [words[at - 1]?.text, words[at]?.text, words[at + 1]?.text, words[at + 2]?.text];
  return word === 'all' && (before === 'in' || next === 'together' || (next === 'at' && after === 'once'));
}
