import type { Language } from '../lexicon/vocabulary.ts';
import fractions from '../words/fractions.json';
import { scaled, scaleOf } from './amount-digits.ts';
import { FIATS, withUnit } from './amount-unit.ts';
import { wordsAt } from './amount-words.ts';
import { anyNumberWord } from './number-words.ts';
import { type Reading, take } from './reading.ts';

/** A fraction in a message. It consists of the words from `from` (included) to `to` (not included). */
type Fraction = { readonly over: bigint; readonly under: bigint; readonly from: number; readonly to: number; readonly isDigits: boolean };

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PARTS: ReadonlyMap<Language, ReadonlyMap<string, bigint>> = new Map(
  (['en', 'es', 'pt', 'tr', 'hi'] as const).map((language) => [
    language,
    new Map(Object.entries<number>(fractions[language]).map(([word, under]) => [word, BigInt(under)])),
  ]),
);
const ONE = setOf(fractions.one);
const AND = setOf(fractions.and);
const OF = setOf(fractions.of);
const OWN = setOf(fractions.own);
/** Hindi words before a number: "sadhe teen" is 3.5, "sava do" is 2.25, "paune do" is 1.75. In quarters. */
const QUARTERS_BEFORE: ReadonlyMap<string, bigint> = new Map([
  ['sadhe', 2n],
  ['saadhe', 2n],
  ['sava', 1n],
  ['sawa', 1n],
  ['paune', -1n],
]);
/** The words of parts that need no numerator, such as "half" in "two and half". */
const ALONE = setOf('half quarter medio media meio meia');
/** Words of parts that can also be ordinals ("a third order"). After "a" and "one", they are parts only before "of". */
const ORDINAL = /^(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth|thousandth)$/;
/** Maximum number of decimals of a fraction. No token has more. */
const MOST_DECIMALS = 18;

/** The words with which a fraction can begin, apart from the words of small numbers. */
export const FRACTION_OPENINGS: readonly string[] = [...ONE, ...ALONE, ...QUARTERS_BEFORE.keys()];

/**
 * Reads a fraction such as "1/4", "three quarters of my", "half an", or "1 and a half". A fraction of what the user has is a percentage, and
 * a fraction of one token is an amount. Returns where the fraction ends.
 */
export function fractionAt(reading: Reading, at: number): number | null {
  const quarters = quartersAt(reading, at);
  if (quarters !== null) return quarters;
  const whole = wholeAt(reading, at);
  if (whole !== null) {
    const { words } = reading;
    const isJoined = AND.has(words[whole.to]?.text ?? '') && words[whole.to]?.raw !== '+';
    const part = isJoined
      ? (partAt(reading, whole.to + 1) ?? lonePartAt(reading, whole.to + 1))
      : (slashAt(reading, whole.to) ?? halfAfter(reading, whole.to));
    if (part !== null) {
      const sum = { ...part, over: whole.value * part.under + part.over, from: at };
      return part.over < part.under ? takeNumber(reading, sum, part.to) : takeUnclear(reading, at, part.to);
    }
  }
  const part = partAt(reading, at) ?? lonePartAt(reading, at);
  return part === null ? null : takeFraction(reading, part);
}

/** Takes a fraction, whose meaning depends on the words after it: "of my eth" is a share of the balance, "of an eth" is an amount. */
export function takeFraction(reading: Reading, fraction: Fraction): number {
  const { words, language } = reading;
  const { from, to, over, under, isDigits } = fraction;
  if (over >= under || over <= 0n || (isDigits && commonDivisor(over, under) !== 1n)) return takeUnclear(reading, from, to);
  const textAt = (at: number) => words[at]?.text ?? '';
  const isOf = OF.has(textAt(to - 1)) || OF.has(textAt(to));
  const next = OF.has(textAt(to)) ? to + 1 : to;
  const [first, second] = [words[next], words[next + 1]];
  if (first === undefined) return takeShare(reading, fraction, to);
  if (scaleOf(first, language) !== null && first.text.length > 2) return takeNumber(reading, fraction, next);
  if (ONE.has(first.text) || first.raw === '1') {
    if (second === undefined || isOf || !isDigits || isUnit(reading, next + 1)) return takeNumber(reading, fraction, next + 1);
  }
  if (first.kind === 'number' || anyNumberWord(first.text, language) !== undefined) return takeUnclear(reading, from, next + 1);
  const isOwn = OWN.has(first.text) || OWN.has(textAt(from - 1)) || OWN.has(textAt(from - 2));
  if (isOwn) return takeShare(reading, fraction, to);
  if (isDigits && !isOf) return takeNumber(reading, fraction, to);
  return isUnit(reading, next) ? takeUnclear(reading, from, to) : takeShare(reading, fraction, to);
}

function takeShare(reading: Reading, { over, under, from }: Fraction, to: number): number {
  const value = decimalOf(over * 100n, under);
  if (value === null) return takeUnclear(reading, from, to);
  take(reading, { kind: 'amount', value, unit: 'percent', isShare: true, from, to });
  return to;
}

function takeNumber(reading: Reading, { over, under, from }: Fraction, end: number): number {
  const value = decimalOf(over, under);
  if (value === null) return takeUnclear(reading, from, end);
  const entity = withUnit(reading, { ...scaled(reading, end, value), from });
  take(reading, entity);
  return entity.to;
}

function takeUnclear(reading: Reading, from: number, to: number): number {
  take(reading, { kind: 'unclear', from, to });
  return to;
}

/** Reads a part in digits ("3/4") or in words ("three quarters", "a tenth of"). */
function partAt(reading: Reading, at: number): Fraction | null {
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

function lonePartAt({ words, language }: Reading, at: number): Fraction | null {
  const word = words[at]?.text ?? '';
  const under = ALONE.has(word) ? underOf(word, language) : undefined;
  return under === undefined ? null : { over: 1n, under, from: at, to: at + 1, isDigits: false };
}

function slashAt({ words }: Reading, at: number): Fraction | null {
  const [over, slash, under] = [words[at]?.raw ?? '', words[at + 1]?.raw, words[at + 2]?.raw ?? ''];
  if (slash !== '/' || !/^\d{1,4}$/.test(over) || !/^[1-9]\d{0,4}$/.test(under) || words[at + 3]?.raw === '/') return null;
  return { over: BigInt(over), under: BigInt(under), from: at, to: at + 3, isDigits: true };
}

/** Reads the half in Turkish, which follows the number without a word between: "iki bucuk". */
function halfAfter({ words }: Reading, at: number): Fraction | null {
  return words[at]?.text === 'bucuk' ? { over: 1n, under: 2n, from: at, to: at + 1, isDigits: false } : null;
}

/** Reads the whole number before a fraction, as in "2 1/2", "two and a half". */
function wholeAt(reading: Reading, at: number): { readonly value: bigint; readonly to: number } | null {
  const { words, language } = reading;
  const word = words[at];
  if (word === undefined) return null;
  if (word.kind === 'number') {
    const isNumber = words[at + 1]?.raw !== '/' && words[at - 1]?.raw !== '/';
    return isNumber && /^\d+$/.test(word.raw) ? { value: BigInt(word.raw), to: at + 1 } : null;
  }
  const found = wordsAt(reading, at);
  if (found !== null) return /^\d+$/.test(found.value) ? { value: BigInt(found.value), to: found.to } : null;
  const value = ONE.has(word.text) && word.text !== 'a' && word.text !== 'an' ? 1 : anyNumberWord(word.text, language);
  return value === undefined || !Number.isInteger(value) ? null : { value: BigInt(value), to: at + 1 };
}

function quartersAt(reading: Reading, at: number): number | null {
  const { words, language } = reading;
  const more = language === 'hi' ? QUARTERS_BEFORE.get(words[at]?.text ?? '') : undefined;
  const number = words[at + 1];
  if (more === undefined || number === undefined) return null;
  const whole = /^\d{1,9}$/.test(number.raw) ? Number(number.raw) : number.text === 'do' ? 2 : anyNumberWord(number.text, language);
  if (whole === undefined || !Number.isInteger(whole) || whole === 100) return takeUnclear(reading, at, at + 1);
  return takeNumber(reading, { over: BigInt(whole) * 4n + more, under: 4n, from: at, to: at + 2, isDigits: false }, at + 2);
}

/** Whether a token or a currency stands at a position, of which there can be a part. */
function isUnit({ words, question }: Reading, at: number): boolean {
  const { raw = '', text = '' } = words[at] ?? {};
  return raw !== '' && (FIATS.has(text) || question.tokens.bySymbol(raw).length > 0 || question.tokens.byName(raw).length > 0);
}

function underOf(word: string, language: Language): bigint | undefined {
  return PARTS.get(language)?.get(word) ?? PARTS.get('en')?.get(word);
}

/** Returns a fraction as decimal text; null when no decimal number expresses it exactly. */
export function decimalOf(over: bigint, under: bigint): string | null {
  const scale = 10n ** BigInt(MOST_DECIMALS);
  if ((over * scale) % under !== 0n) return null;
  const digits = ((over * scale) / under).toString().padStart(MOST_DECIMALS + 1, '0');
  const decimals = digits.slice(-MOST_DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -MOST_DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
