import { plainDecimalOf } from '../../../../values/written-number.ts';
import type { Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import numbers from '../words/numbers.json';
import { parseNumber } from './parse-number.ts';
import type { Reading } from './reading.ts';

const SCALES: ReadonlyMap<string, number> = new Map(Object.entries(numbers.scales));

/** Letters that scale a number. A single scale of this kind ends the number. */
export const GLUED_SCALES: ReadonlySet<string> = new Set(['k', 'kk', 'm', 'b', 'mm', 'mn', 'bn']);
/** Letters that scale a number after a space only before what is counted: `5 m usdc` means five million, but `5 m` can mean minutes. */
const LONE_LETTERS: ReadonlySet<string> = new Set(['m', 'b', 'mm']);

/** The languages of the scale words that mean something else in other languages. */
const LANGUAGES_OF: ReadonlyMap<string, readonly Language[]> = new Map([
  ['mil', ['es', 'pt']],
  ['bin', ['tr']],
  ['milyon', ['tr']],
  ['millon', ['es']],
]);

export type Found = { readonly value: string; readonly from: number; readonly to: number; readonly isOne?: boolean };

export function digitsAt(reading: Reading, at: number): Found | null {
  const { words, language, question } = reading;
  const word = words[at];
  if (word?.kind !== 'number') return null;
  // Digits with letters attached can be the beginning of a token symbol, such as 1INCH. In this case they are no number.
  const next = words[at + 1];
  if (next?.isGlued === true && next.kind === 'word') {
    const isSymbol = question.tokens.bySymbol(word.raw + next.raw).length > 0;
    if (isSymbol && question.tokens.bySymbol(next.raw).length === 0 && scaleOf(next, language) === null) return null;
  }
  let text = word.raw;
  let to = at + 1;
  // Groups of three digits after spaces belong to the same number, as in `10 000`.
  while (/^\d{1,3}(?: \d{3})*$/.test(text) && /^\d{3}$/.test(words[to]?.raw ?? '') && words[to]?.isGlued === false) {
    text += ` ${words[to]?.raw}`;
    to += 1;
  }
  const value = parseNumber(text.replaceAll(' ', ''), language);
  return value === null ? null : { ...scaled(reading, to, value), from: at };
}

/** Multiplies a number by the scale words that follow, such as `2.5` by `million`. */
export function scaled(reading: Reading, from: number, value: string): { readonly value: string; readonly to: number } {
  const { words, language } = reading;
  let places = 0;
  let to = from;
  for (;;) {
    const next = words[to];
    const scale = next === undefined ? null : scaleOf(next, language);
    if (next === undefined || scale === null) break;
    if (GLUED_SCALES.has(next.text) && !isScaleLetter(reading, to)) break;
    places += scale;
    to += 1;
    if (GLUED_SCALES.has(next.text)) break;
  }
  return { value: places === 0 ? value : (plainDecimalOf(`${value}e${places}`) ?? value), to };
}

/** Whether letters after a number scale it, as in `5k` and `1.5 k usdc`. */
function isScaleLetter({ words, question }: Reading, at: number): boolean {
  const [letter, next] = [words[at], words[at + 1]];
  if (letter === undefined) return false;
  if (letter.isGlued) return !(next?.isGlued === true && next.kind === 'word');
  const isOfToken = next !== undefined && question.tokens.bySymbol(next.raw).length + question.tokens.byName(next.raw).length > 0;
  if (question.tokens.bySymbol(letter.raw).length > 0) return false;
  return isOfToken || next?.text === 'of' || !LONE_LETTERS.has(letter.text);
}

export function scaleOf({ text }: Word, language: Language): number | null {
  const scale = SCALES.get(text);
  return scale === undefined || LANGUAGES_OF.get(text)?.includes(language) === false ? null : scale;
}
