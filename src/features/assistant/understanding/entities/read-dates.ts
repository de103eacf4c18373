import { DAY_MS } from '../../../../values/utc-day.ts';
import { isTaken, type Reading, take } from './reading.ts';
import type { NamedDay, TimeWords } from './time-words.ts';

const CHRISTMAS = { month: 11, day: 25 };

/** A date in the message: the UTC time in ms at which its day begins, and the position at which its text ends. */
type DateAt = { readonly dayMs: number; readonly to: number };

/** Reads an end date, such as "until 1 March", "till friday" or "by 2027-01-31", or a date that stands alone. */
export function dateAt(reading: Reading, times: TimeWords, at: number): number | null {
  const { words } = reading;
  const opening = times.part.until.longestAt(words, at);
  let start = opening?.to ?? at;
  if (opening !== null && (words[start]?.text === 'the' || words[start]?.text === 'on')) start += 1;
  const found = isoAt(reading, start) ?? monthDayAt(reading, times, start) ?? namedAt(reading, times, start, opening !== null);
  if (found === null) return null;
  take(reading, { kind: 'until', iso: new Date(found.dayMs).toISOString().slice(0, 10), from: at, to: found.to });
  return found.to;
}

/** Reads `2026-12-25`: a year, a month and a day that are joined by hyphens. */
function isoAt({ words }: Reading, at: number): DateAt | null {
  if (words[at + 1]?.raw !== '-' || words[at + 3]?.raw !== '-') return null;
  const [year, , month, , day] = words.slice(at, at + 5);
  if (year === undefined || !/^20\d\d$/.test(year.raw)) return null;
  return dayOf(Number(year.raw), Number(month?.raw) - 1, Number(day?.raw), at + 5);
}

/** Reads dates such as "1 march", "march 1st", "the 1st of march 2027" and "1 de marzo". */
function monthDayAt(reading: Reading, times: TimeWords, at: number): DateAt | null {
  const { words } = reading;
  const first = dayNumberAt(reading, at);
  if (first !== null) {
    const of = ['of', 'de'].includes(words[first.to]?.text ?? '') ? 1 : 0;
    const month = monthAt(reading, times, first.to + of);
    return month === null ? null : withYear(reading, month.index, first.day, month.to);
  }
  const month = monthAt(reading, times, at);
  if (month === null) return null;
  const day = dayNumberAt(reading, month.to);
  // In "until march", the name of the month means its first day. Without "until", the name of a month alone is not read as a date, because
  // "may" and "march" are also ordinary words.
  return day === null
    ? words[at - 1] === undefined
      ? null
      : monthAlone(reading, times, at, month)
    : withYear(reading, month.index, day.day, day.to);
}

function monthAlone(reading: Reading, times: TimeWords, at: number, month: { readonly index: number; readonly to: number }): DateAt | null {
  const isAfterUntil = [1, 2].some((back) => times.part.until.longestAt(reading.words, at - back)?.to === at);
  return isAfterUntil ? withYear(reading, month.index, 1, month.to) : null;
}

function dayNumberAt({ words }: Reading, at: number): { readonly day: number; readonly to: number } | null {
  const word = words[at];
  if (word?.kind !== 'number' || !/^\d{1,2}$/.test(word.raw)) return null;
  const isOrdinal = words[at + 1]?.isGlued === true && ['st', 'nd', 'rd', 'th'].includes(words[at + 1]?.text ?? '');
  return { day: Number(word.raw), to: at + (isOrdinal ? 2 : 1) };
}

function monthAt({ words }: Reading, times: TimeWords, at: number): { readonly index: number; readonly to: number } | null {
  const found = times.days.longestAt(words, at);
  return found?.value.kind === 'month' ? { index: found.value.index, to: found.to } : null;
}

/** Returns the date in the stated year, or the next such date when no year is stated. */
function withYear({ words, nowMs }: Reading, month: number, day: number, to: number): DateAt | null {
  const comma = words[to]?.raw === ',' ? 1 : 0;
  const written = words[to + comma];
  if (written?.kind === 'number' && /^20\d\d$/.test(written.raw)) return dayOf(Number(written.raw), month, day, to + comma + 1);
  const year = new Date(nowMs).getUTCFullYear();
  const found = dayOf(year, month, day, to);
  return found !== null && found.dayMs < nowMs - DAY_MS ? dayOf(year + 1, month, day, to) : found;
}

/** Returns the UTC ms at which a day begins; null for a day that does not exist. */
function dayOf(year: number, month: number, day: number, to: number): DateAt | null {
  const dayMs = Date.UTC(year, month, day);
  return Number.isFinite(dayMs) && new Date(dayMs).getUTCDate() === day && new Date(dayMs).getUTCMonth() === month ? { dayMs, to } : null;
}

function namedAt(reading: Reading, times: TimeWords, at: number, isEnd: boolean): DateAt | null {
  const { words, nowMs } = reading;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const next = ['next', 'this', 'coming'].includes(words[at]?.text ?? '') ? 1 : 0;
  const named = times.named.longestAt(words, at);
  if (named !== null && !isTaken(reading, at) && (isEnd || named.value === 'christmas'))
    return { dayMs: dayNamed(named.value, today), to: named.to };
  const day = times.days.longestAt(words, at + next);
  if (day?.value.kind !== 'weekday' || !(isEnd || next === 1)) return null;
  const ahead = (day.value.index - new Date(today).getUTCDay() + 7) % 7;
  return { dayMs: today + (ahead === 0 ? 7 : ahead) * DAY_MS, to: day.to };
}

function dayNamed(day: NamedDay, today: number): number {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (day === 'today') return today;
  if (day === 'tomorrow') return today + DAY_MS;
  if (day === 'endOfWeek') return today + ((7 - date.getUTCDay()) % 7) * DAY_MS;
  if (day === 'endOfMonth') return Date.UTC(year, month + 1, 0);
  if (day === 'endOfYear') return Date.UTC(year, 11, 31);
  const christmas = Date.UTC(year, CHRISTMAS.month, CHRISTMAS.day);
  return christmas < today ? Date.UTC(year + 1, CHRISTMAS.month, CHRISTMAS.day) : christmas;
}
