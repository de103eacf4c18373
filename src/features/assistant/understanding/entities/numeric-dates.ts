import { DAY_MS } from '../../../../values/utc-day.ts';
import type { Reading } from './reading.ts';

/** A date in the message: the UTC time in ms at which its day begins, and the position at which its text ends. */
export type DateAt = { readonly dayMs: number; readonly to: number };

/** Numbers such as "5/12" that can be two dates, because some write the day first and others the month. */
export type AmbiguousDate = { readonly isAmbiguous: true; readonly to: number };

const DOTTED = /^(\d{1,2})\.(\d{1,2})(?:\.(20\d\d))?$/;
const SHORT = /^\d{1,2}$/;
const YEAR = /^20\d\d$/;

/**
 * Reads a date that is written in numbers: "31.12.2026", "31/12/2026", "12/31" or "31-12-2026". With dots, the day stands first. Without a
 * year, the numbers are a date only if `isBound`: a word such as "until" stands before them.
 */
export function numericDateAt(reading: Reading, at: number, isBound: boolean): DateAt | AmbiguousDate | null {
  const { words } = reading;
  const word = words[at];
  if (word?.kind !== 'number') return null;
  const [, day, month, year] = DOTTED.exec(word.raw) ?? [];
  if (day !== undefined && month !== undefined)
    return year === undefined && !isBound ? null : dateOf(reading, { day, month, year, to: at + 1 });
  const [sign, second, sign2, third] = [words[at + 1], words[at + 2], words[at + 3], words[at + 4]];
  if (!SHORT.test(word.raw) || (sign?.raw !== '/' && sign?.raw !== '-') || !SHORT.test(second?.raw ?? '')) return null;
  const written = sign2?.raw === sign.raw && YEAR.test(third?.raw ?? '') ? third?.raw : undefined;
  if (second === undefined || (written === undefined && (!isBound || sign.raw === '-'))) return null;
  const to = written === undefined ? at + 3 : at + 5;
  const [dayFirst, monthFirst] = [
    dateOf(reading, { day: word.raw, month: second.raw, year: written, to }),
    dateOf(reading, { day: second.raw, month: word.raw, year: written, to }),
  ];
  if (dayFirst !== null && monthFirst !== null && dayFirst.dayMs !== monthFirst.dayMs) return { isAmbiguous: true, to };
  return dayFirst ?? monthFirst;
}

function dateOf(
  reading: Reading,
  { day, month, year, to }: { readonly day: string; readonly month: string; readonly year: string | undefined; readonly to: number },
): DateAt | null {
  return year === undefined
    ? nextDay(reading.nowMs, Number(month) - 1, Number(day), to)
    : dayOf(Number(year), Number(month) - 1, Number(day), to);
}

/** Returns the date in the stated year, or the next such date when no year is stated. */
export function withYear({ words, nowMs }: Reading, month: number, day: number, to: number): DateAt | null {
  const comma = words[to]?.raw === ',' ? 1 : 0;
  const written = words[to + comma];
  if (written?.kind === 'number' && YEAR.test(written.raw)) return dayOf(Number(written.raw), month, day, to + comma + 1);
  return nextDay(nowMs, month, day, to);
}

function nextDay(nowMs: number, month: number, day: number, to: number): DateAt | null {
  const year = new Date(nowMs).getUTCFullYear();
  const found = dayOf(year, month, day, to);
  return found !== null && found.dayMs < nowMs - DAY_MS ? dayOf(year + 1, month, day, to) : found;
}

/** Returns the UTC ms at which a day begins; null for a day that does not exist. */
export function dayOf(year: number, month: number, day: number, to: number): DateAt | null {
  const dayMs = Date.UTC(year, month, day);
  return Number.isFinite(dayMs) && new Date(dayMs).getUTCDate() === day && new Date(dayMs).getUTCMonth() === month ? { dayMs, to } : null;
}
