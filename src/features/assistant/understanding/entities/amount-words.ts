import type { Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import { type Found, GLUED_SCALES, scaled, scaleOf } from './amount-digits.ts';
import { FIATS } from './amount-unit.ts';
import { numberWord } from './number-words.ts';
import type { Reading } from './reading.ts';

/** Words that show that the word `one` before or after them is a pronoun, and not the number 1. */
const PRONOUN_BEFORE: ReadonlySet<string> = new Set(
  'this that the which no any each every last next first good another other only'.split(' '),
);

/** Words with which `wordsAt` can begin a number, apart from the words of small numbers. */
export const NUMBER_OPENINGS = ['a', 'an', 'half', 'couple', 'point', 'zero'];

/** Reads a number that is written in words: "two hundred fifty", "a thousand", "one and a half", "a couple of". */
export function wordsAt({ words, language, question }: Reading, at: number): Found | null {
  const valueAt = (i: number) => numberWord(words[i]?.text ?? '', language);
  const first = words[at]?.text ?? '';
  const second = words[at + 1]?.text ?? '';
  if (first === 'couple' || (first === 'a' && second === 'couple')) {
    const to = at + (first === 'a' ? 2 : 1);
    return { value: '2', from: at, to: words[to]?.text === 'of' ? to + 1 : to };
  }
  if (first === 'half' && (second === 'a' || second === 'an')) return halfOf(words, at, language);
  if (first === 'point' || (first === 'zero' && second === 'point')) return pointAt(valueAt, at + (first === 'point' ? 1 : 2), at);
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
    if (value !== undefined) part += value;
    else if (scale !== null && to > at) {
      if (scale === 2) part *= 100;
      else {
        total += (part === 0 ? 1 : part) * 10 ** scale;
        part = 0;
      }
    } else if (word?.text === 'and' && to > at && valueAt(to + 1) !== undefined && part % 100 === 0 && part > 0) continue;
    else break;
  }
  const whole = total + part;
  if (to === at || whole === 0) return null;
  if (words[to]?.text === 'and' && words[to + 1]?.text === 'a' && words[to + 2]?.text === 'half')
    return { value: `${whole}.5`, from: at, to: to + 3 };
  if (words[to]?.text === 'point' && valueAt(to + 1) !== undefined) return { value: `${whole}.${valueAt(to + 1)}`, from: at, to: to + 2 };
  const isLone = to === at + 1 && whole === 1;
  if (isLone && PRONOUN_BEFORE.has(words[at - 1]?.text ?? '')) return null;
  const next = words[to]?.raw ?? '';
  if (isLone && question.tokens.bySymbol(next).length + question.tokens.byName(next).length === 0 && !FIATS.has(next)) return null;
  return { value: String(whole), from: at, to };
}

/** Reads a decimal fraction in words: "point five", "zero point two five". */
function pointAt(valueAt: (i: number) => number | undefined, start: number, from: number): Found | null {
  let digits = '';
  let to = start;
  for (let value = valueAt(to); value !== undefined && value < 10; value = valueAt(to)) {
    digits += String(value);
    to += 1;
  }
  return digits === '' ? null : { value: `0.${digits}`, from, to };
}

/** Reads a half in words: "half a million", "half an eth". */
function halfOf(words: readonly Word[], at: number, language: Language): Found {
  const { value, to } = scaled(words, at + 2, language, '0.5');
  return { value, from: at, to };
}
