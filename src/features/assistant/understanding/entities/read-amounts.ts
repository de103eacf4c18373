import { LANGUAGES, type Language } from '../lexicon/vocabulary.ts';
import shares from '../words/shares.json';
import { digitsAt } from './amount-digits.ts';
import { FRACTION_OPENINGS, fractionAt, takeFraction } from './amount-fractions.ts';
import { withUnit } from './amount-unit.ts';
import { NUMBER_OPENINGS, UNCLEAR, wordsAt } from './amount-words.ts';
import { joinAmounts } from './doubtful-amounts.ts';
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

const BETWEEN = ['between', 'entre'];

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
      const entity = found.value === UNCLEAR ? ({ kind: 'unclear', from: found.from, to: found.to } as const) : withUnit(reading, found);
      take(reading, entity);
      at = entity.to - 1;
      continue;
    }
    const share = shareAt(reading, at, 1);
    if (share !== null) at = share - 1;
  }
  joinAmounts(reading);
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
  if (value !== 'all' && value !== 'unclear')
    return takeFraction(reading, { over: BigInt(value), under: 100n, from: at, to, isDigits: false });
  take(reading, { kind: value, from: at, to });
  return to;
}

/** Reads "70/30" as two shares of a whole. Returns where the text ends. */
function ratioAt(reading: Reading, at: number): number | null {
  const [first, slash, second] = [reading.words[at], reading.words[at + 1], reading.words[at + 2]];
  if (first?.kind !== 'number' || slash?.raw !== '/' || second?.kind !== 'number' || Number(first.raw) + Number(second.raw) !== 100)
    return null;
  take(reading, { kind: 'amount', value: first.raw, unit: 'percent', from: at, to: at + 1 });
  take(reading, { kind: 'amount', value: second.raw, unit: 'percent', from: at + 2, to: at + 3 });
  return at + 3;
}

/** Reads a text such as "1..5", which is no number. Returns where the text ends. */
function brokenAt(reading: Reading, at: number): number | null {
  const { words } = reading;
  if (words[at]?.kind !== 'number') return null;
  let to = at + 1;
  while (words[to]?.isGlued === true && (words[to]?.kind === 'number' || ['.', ','].includes(words[to]?.raw ?? ''))) to += 1;
  if (words[to - 1]?.kind !== 'number' || to === at + 1) return null;
  take(reading, { kind: 'unclear', from: at, to });
  return to;
}

/** Reads "between 5 and 10", "5 or 10" or "5-10", which state no single amount. Returns where the text ends. */
function rangeAt(reading: Reading, at: number): number | null {
  const broken = brokenAt(reading, at);
  if (broken !== null) return broken;
  const isBetween = BETWEEN.includes(reading.words[at]?.text ?? '');
  const from = isBetween ? at + 1 : at;
  const [first, join, second] = [reading.words[from], reading.words[from + 1], reading.words[from + 2]];
  if (first?.kind !== 'number' || second?.kind !== 'number') return null;
  const isJoined =
    ['or', 'ou'].includes(join?.text ?? '') || join?.raw === '-' || (isBetween && ['and', 'y', 'e'].includes(join?.text ?? ''));
  if (!isJoined) return null;
  take(reading, { kind: 'unclear', from: at, to: from + 3 });
  return from + 3;
}
