import type { Language } from '../lexicon/vocabulary.ts';
import { wordSet } from '../text/word-set.ts';
import { type Found, GLUED_SCALES, scaled, scaleOf } from './amount-digits.ts';
import { FIATS } from './amount-unit.ts';
import { numberWord } from './number-words.ts';
import type { Reading } from './reading.ts';

/** Words that show that the word `one` before or after them is a pronoun, and not the number 1. */
const PRONOUN_BEFORE = wordSet('this that the which no any each every last next first good another other only');

/** The value of number words that do not form one number, such as "fifty fifty". */
export const UNCLEAR = 'unclear';

/** Words with which `wordsAt` can begin a number, apart from the words of small numbers. */
export const NUMBER_OPENINGS = ['a', 'an', 'couple', 'point', 'zero'];

/** Reads a number that is written in words: "two hundred fifty", "a thousand", "a couple of". */
export function wordsAt(reading: Reading, at: number): Found | null {
  const { words, language, question } = reading;
  const valueAt = (i: number) => numberWord(words[i]?.text ?? '', language);
  const first = words[at]?.text ?? '';
  const second = words[at + 1]?.text ?? '';
  if (first === 'couple' || (first === 'a' && second === 'couple')) {
    const to = at + (first === 'a' ? 2 : 1);
    return { value: '2', from: at, to: words[to]?.text === 'of' ? to + 1 : to };
  }
  if (first === 'point' || (first === 'zero' && second === 'point')) return pointAt(reading, at + (first === 'point' ? 1 : 2), at, 0);
  let total = 0;
  let part = 0;
  let to = at;
  if (
    (first === 'a' || first === 'an') &&
    (second === 'hundred' || second === 'thousand' || second === 'million' || second === 'dozen' || second === 'grand')
  ) {
    part = second === 'dozen' ? 12 : 1;
    to += second === 'dozen' ? 2 : 1;
  }
  for (; to < words.length; to += 1) {
    const word = words[to];
    const value = valueAt(to);
    const scale = word === undefined || GLUED_SCALES.has(word.text) ? null : scaleOf(word, language);
    const joined = value === undefined || to === at ? value : joinedTo(part, value, total);
    if (joined === null) return { value: UNCLEAR, from: at, to: to + 1 };
    if (joined !== undefined) part = joined;
    else if (scale !== null && to > at) {
      if (scale === 2) part *= 100;
      else {
        total += (part === 0 ? 1 : part) * 10 ** scale;
        part = 0;
      }
    } else if (to > at && isJoined(word?.text ?? '', language) && isSmaller(valueAt(to + 1), part, total)) continue;
    else break;
  }
  const whole = total + part;
  if (to === at || whole === 0) return null;
  const decimals = words[to]?.text === 'point' ? pointAt(reading, to + 1, at, whole) : null;
  if (decimals !== null) return decimals;
  const isLone = to === at + 1 && whole <= 1;
  if (isLone && PRONOUN_BEFORE.has(words[at - 1]?.text ?? '')) return null;
  const next = words[to]?.raw ?? '';
  if (isLone && question.tokens.bySymbol(next).length + question.tokens.byName(next).length === 0 && !FIATS.has(next)) return null;
  return { value: String(whole), from: at, to };
}

const JOINTS: Readonly<Record<Language, string>> = { en: 'and', es: 'y', pt: 'e', tr: '', hi: '' };

function isJoined(text: string, language: Language): boolean {
  return text !== '' && (text === JOINTS[language] || text === 'and');
}

/** Whether a number can follow the number before "and": "two hundred and five", "treinta y cinco", "dois mil e quinhentos". */
function isSmaller(value: number | undefined, part: number, total: number): boolean {
  if (value === undefined || !Number.isInteger(value)) return false;
  return part === 0 ? total > 0 && value < 1_000 : part % 10 === 0 && part > 10 && joinedTo(part, value, total) !== null;
}

/**
 * Joins a number word to the number before it: 20 and 5 are 25, and 2 and 100 are 200. Returns null for numbers that do not form one number
 * ("fifty fifty", "two fifty").
 */
function joinedTo(part: number, value: number, total: number): number | null {
  if (part === 0) return total === 0 || Number.isInteger(value) ? value : null;
  if (!Number.isInteger(part)) return value === 100 ? part * 100 : null;
  if ((value === 100 && part < 100) || (value === 12 && part < 10)) return part * value;
  const isTens = part % 100 >= 20 && part % 10 === 0 && value > 0 && value < 10;
  return Number.isInteger(value) && (isTens || (part % 100 === 0 && value > 0 && value < 100)) ? part + value : null;
}

/** Reads the decimals of a number in words: "point five", "one point two five", "two point five million". */
function pointAt(reading: Reading, start: number, from: number, whole: number): Found | null {
  const valueAt = (i: number) => numberWord(reading.words[i]?.text ?? '', reading.language);
  let digits = '';
  let to = start;
  for (let value = valueAt(to); value !== undefined && value < 10 && Number.isInteger(value); value = valueAt(to)) {
    digits += String(value);
    to += 1;
  }
  return digits === '' ? null : { ...scaled(reading, to, `${whole}.${digits}`), from };
}
