import { wordSet } from '../text/word-set.ts';
import fractions from '../words/fractions.json';
import { scaled, scaleOf } from './amount-digits.ts';
import { FIATS, withUnit } from './amount-unit.ts';
import { ALONE, AND, type Fraction, halfAfter, lonePartAt, ONE, partAt, slashAt, wholeAt } from './fraction-parts.ts';
import { anyNumberWord } from './number-words.ts';
import { type Reading, take } from './reading.ts';

const OF = wordSet(fractions.of);
const OWN = wordSet(fractions.own);
/** Hindi words before a number: "sadhe teen" is 3.5, "sava do" is 2.25, "paune do" is 1.75. In quarters. */
const QUARTERS_BEFORE: ReadonlyMap<string, bigint> = new Map([
  ['sadhe', 2n],
  ['saadhe', 2n],
  ['sava', 1n],
  ['sawa', 1n],
  ['paune', -1n],
]);

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
  // In Spanish and Portuguese, "a" after a share is the preposition "to": "la mitad a bob.eth".
  const isPreposition = first.text === 'a' && (language === 'es' || language === 'pt');
  if ((ONE.has(first.text) && !isPreposition) || first.raw === '1') {
    if (second === undefined || isOf || !isDigits || isUnit(reading, next + 1)) return takeNumber(reading, fraction, next + 1);
  }
  if (first.kind === 'number' || anyNumberWord(first.text, language) !== undefined) return takeUnclear(reading, from, next + 1);
  const isOwn = OWN.has(first.text) || OWN.has(textAt(from - 1)) || OWN.has(textAt(from - 2));
  if (isOwn) return takeShare(reading, fraction, to);
  if (isDigits && !isOf) return takeNumber(reading, fraction, to);
  if (!isUnit(reading, next)) return takeShare(reading, fraction, to);
  return isHalf(reading, from, to) ? takeNumber(reading, fraction, to) : takeUnclear(reading, from, to);
}

/** Whether a fraction is a word that means a half of one unit: "medio eth", "meio eth". "Half eth" can also mean a half of what one has. */
function isHalf({ words }: Reading, from: number, to: number): boolean {
  return to - from === 1 && ['medio', 'media', 'meio', 'meia'].includes(words[from]?.text ?? '');
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
