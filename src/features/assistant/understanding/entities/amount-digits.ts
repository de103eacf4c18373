import { plainDecimalOf } from '../../../../values/written-number.ts';
import type { Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import numbers from '../words/numbers.json';
import { parseNumber } from './parse-number.ts';
import type { Reading } from './reading.ts';

const SCALES: ReadonlyMap<string, number> = new Map(Object.entries(numbers.scales));

/** Letters that scale a number only when they are attached to it: `5m` means five million, but `5 m` means metres or minutes. */
export const GLUED_SCALES: ReadonlySet<string> = new Set(['k', 'm', 'b', 'mm', 'mn', 'bn']);

/** The languages of the scale words that mean something else in other languages. */
const LANGUAGES_OF: ReadonlyMap<string, readonly Language[]> = new Map([
  ['mil', ['es', 'pt']],
  ['bin', ['tr']],
  ['milyon', ['tr']],
  ['millon', ['es']],
]);

export type Found = { readonly value: string; readonly from: number; readonly to: number; readonly isOne?: boolean };

export function digitsAt({ words, language, question }: Reading, at: number): Found | null {
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
  return value === null ? null : { ...scaled(words, to, language, value), from: at };
}

/** Multiplies a number by the scale words that follow, such as `2.5` by `million`. */
export function scaled(
  words: readonly Word[],
  from: number,
  language: Language,
  value: string,
): { readonly value: string; readonly to: number } {
  let places = 0;
  let to = from;
  for (;;) {
    const next = words[to];
    const scale = next === undefined ? null : scaleOf(next, language);
    if (next === undefined || scale === null) break;
    if (GLUED_SCALES.has(next.text) && (!next.isGlued || (words[to + 1]?.isGlued === true && words[to + 1]?.kind === 'word'))) break;
    places += scale;
    to += 1;
    if (GLUED_SCALES.has(next.text)) break;
  }
  return { value: places === 0 ? value : (plainDecimalOf(`${value}e${places}`) ?? value), to };
}

export function scaleOf({ text }: Word, language: Language): number | null {
  const scale = SCALES.get(text);
  return scale === undefined || LANGUAGES_OF.get(text)?.includes(language) === false ? null : scale;
}
