import type { Unit } from './entity.ts';
import { anyNumberWord } from './number-words.ts';
import { parseNumber } from './parse-number.ts';
import { isTaken, type Reading } from './reading.ts';
import type { TimeWords } from './time-words.ts';

/** Single letters that are a unit of time only when they are attached to a number: `24h`. */
const LETTER_UNITS: Readonly<Record<string, Unit>> = { h: 'hour', d: 'day', w: 'week', y: 'year', s: 'second', m: 'minute' };

export type Count = { readonly units: number; readonly to: number };

type UnitAt = { readonly unit: Unit; readonly to: number };

export function unitAt(reading: Reading, times: TimeWords, at: number, hasCount: boolean): UnitAt | null {
  const word = reading.words[at];
  if (word === undefined || isTaken(reading, at)) return null;
  if (word.text.length === 1) {
    const unit = LETTER_UNITS[word.text];
    return hasCount && word.isGlued && unit !== undefined && (unit !== 'minute' || isAfterEvery(reading, times, at))
      ? { unit, to: at + 1 }
      : null;
  }
  const found = times.units.longestAt(reading.words, at);
  return found === null ? null : { unit: found.value, to: found.to };
}

/** Whether the number follows a word such as "every". `5m` alone means five million, but "every 5m" means minutes. */
function isAfterEvery({ words }: Reading, times: TimeWords, at: number): boolean {
  return times.part.every.longestAt(words, at - 2)?.to === at - 1;
}

/** Whether a number such as "1st" or "15th" stands at a position. */
export function isOrdinal({ words }: Reading, at: number): boolean {
  const ending = words[at + 1];
  return words[at]?.kind === 'number' && ending?.isGlued === true && ['st', 'nd', 'rd', 'th'].includes(ending.text);
}

export function countAt(reading: Reading, at: number): Count | null {
  const word = reading.words[at];
  if (word === undefined || isTaken(reading, at)) return null;
  if (word.kind === 'number') {
    const units = Number(parseNumber(word.raw, reading.language));
    const before = reading.words[at - 1];
    const isMoney = before !== undefined && /^\p{Sc}$/u.test(before.raw);
    return Number.isFinite(units) && units > 0 && !isMoney ? { units, to: at + 1 } : null;
  }
  if (word.text === 'a' && ['couple', 'few', 'dozen'].includes(reading.words[at + 1]?.text ?? '')) {
    const kind = reading.words[at + 1]?.text;
    const of = reading.words[at + 2]?.text === 'of' ? 3 : 2;
    return kind === 'few' ? null : { units: kind === 'dozen' ? 12 : 2, to: at + of };
  }
  if (word.text === 'half' && ['a', 'an'].includes(reading.words[at + 1]?.text ?? '')) return { units: 0.5, to: at + 2 };
  const units = anyNumberWord(word.text, reading.language);
  return units === undefined || units === 0 ? null : { units, to: at + 1 };
}
