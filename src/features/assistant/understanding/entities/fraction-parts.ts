import type { Language } from '../lexicon/vocabulary.ts';
import { wordSet } from '../text/word-set.ts';
import fractions from '../words/fractions.json';
import { wordsAt } from './amount-words.ts';
import { anyNumberWord } from './number-words.ts';
import type { Reading } from './reading.ts';

/** A fraction in a message. It consists of the words from `from` (included) to `to` (not included). */
export type Fraction = {
  readonly over: bigint;
  readonly under: bigint;
  readonly from: number;
  readonly to: number;
  readonly isDigits: boolean;
};

const PARTS: ReadonlyMap<Language, ReadonlyMap<string, bigint>> = new Map(
  (['en', 'es', 'pt', 'tr', 'hi'] as const).map((language) => [
    language,
    new Map(Object.entries<number>(fractions[language]).map(([word, under]) => [word, BigInt(under)])),
  ]),
);
export const ONE = wordSet(fractions.one);
export const AND = wordSet(fractions.and);
/** The words of parts that need no numerator, such as "half" in "two and half". */
export const ALONE = wordSet('half quarter medio media meio meia');
/** Words of parts that can also be ordinals ("a third order"). After "a" and "one", they are parts only before "of". */
const ORDINAL = /^(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth|thousandth)$/;

/** Reads a part in digits ("3/4") or in words ("three quarters", "a tenth of"). */
export function partAt(reading: Reading, at: number): Fraction | null {
  const slash = slashAt(reading, at);
  if (slash !== null) return slash;
  const { words, language } = reading;
  const first = words[at];
  if (first === undefined) return null;
  const over = ONE.has(first.text) ? 1 : /^\d{1,4}$/.test(first.raw) ? Number(first.raw) : anyNumberWord(first.text, language);
  const word = words[at + 1]?.text ?? '';
  const under = underOf(word, language);
  if (over === undefined || !Number.isInteger(over) || under === undefined) return null;
  if (over === 1 && ORDINAL.test(word) && words[at + 2]?.text !== 'of') return null;
  return { over: BigInt(over), under, from: at, to: at + 2, isDigits: false };
}

export function lonePartAt({ words, language }: Reading, at: number): Fraction | null {
  const word = words[at]?.text ?? '';
  const under = ALONE.has(word) ? underOf(word, language) : undefined;
  return under === undefined ? null : { over: 1n, under, from: at, to: at + 1, isDigits: false };
}

export function slashAt({ words }: Reading, at: number): Fraction | null {
  const [over, slash, under] = [words[at]?.raw ?? '', words[at + 1]?.raw, words[at + 2]?.raw ?? ''];
  if (slash !== '/' || !/^\d{1,4}$/.test(over) || !/^[1-9]\d{0,4}$/.test(under) || words[at + 3]?.raw === '/') return null;
  return { over: BigInt(over), under: BigInt(under), from: at, to: at + 3, isDigits: true };
}

/** Reads the half in Turkish, which follows the number without a word between: "iki bucuk". */
export function halfAfter({ words }: Reading, at: number): Fraction | null {
  return words[at]?.text === 'bucuk' ? { over: 1n, under: 2n, from: at, to: at + 1, isDigits: false } : null;
}

/** Reads the whole number before a fraction, as in "2 1/2", "two and a half". */
export function wholeAt(reading: Reading, at: number): { readonly value: bigint; readonly to: number } | null {
  const { words, language } = reading;
  const word = words[at];
  if (word === undefined) return null;
  if (word.kind === 'number') {
    const next = words[at + 1];
    const canGoOn = next?.kind === 'number' || next?.text === 'bucuk' || AND.has(next?.text ?? '');
    const isNumber = canGoOn && words[at - 1]?.raw !== '/';
    return isNumber && /^\d+$/.test(word.raw) ? { value: BigInt(word.raw), to: at + 1 } : null;
  }
  const found = wordsAt(reading, at);
  if (found !== null) return /^\d+$/.test(found.value) ? { value: BigInt(found.value), to: found.to } : null;
  const value = ONE.has(word.text) && word.text !== 'a' && word.text !== 'an' ? 1 : anyNumberWord(word.text, language);
  return value === undefined || !Number.isInteger(value) ? null : { value: BigInt(value), to: at + 1 };
}

function underOf(word: string, language: Language): bigint | undefined {
  return PARTS.get(language)?.get(word) ?? PARTS.get('en')?.get(word);
}
