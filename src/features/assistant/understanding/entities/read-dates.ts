import { DAY_MS } from '../../../../values/utc-day.ts';
import type { UnusableTime } from './entity.ts';
import { type DateAt, dayOf, numericDateAt, withYear } from './numeric-dates.ts';
import { isTaken, type Reading, take } from './reading.ts';
import { countAt, unitAt } from './time-counts.ts';
import type { NamedDay, TimeWords } from './time-words.ts';

/** Words that say without a word such as "from" that something happens later. */
const TOMORROW: ReadonlySet<string> = new Set(['tomorrow', 'tmrw', 'tmr', 'manana', 'amanha', 'yarin']);
const YESTERDAY: ReadonlySet<string> = new Set(['yesterday', 'ayer', 'ontem']);
const CHRISTMAS = { month: 11, day: 25 };

/** Reads an end date, such as "until 1 March", "till friday" or "by 2027-01-31", or a date that stands alone. */
export function dateAt(reading: Reading, times: TimeWords, at: number): number | null {
  const { words } = reading;
  const opening = times.part.until.longestAt(words, at);
  let start = opening?.to ?? at;
  if (opening !== null && (words[start]?.text === 'the' || words[start]?.text === 'on')) start += 1;
  // In Spanish, "la mañana" is the morning.
  const isTomorrow =
    opening === null && TOMORROW.has(words[at]?.text ?? '') && !['la', 'esta', 'de', 'cada'].includes(words[at - 1]?.text ?? '');
  const startFrom = opening === null ? (startBefore(reading, times, at) ?? (isTomorrow ? at : null)) : null;
  const isBound = opening !== null || startFrom !== null;
  const found =
    isoAt(reading, start) ??
    numericDateAt(reading, start, isBound && words[start - 1]?.text !== 'by') ??
    monthDayAt(reading, times, start) ??
    namedAt(reading, times, start, isBound);
  if (found === null) return opening === null ? null : pastEndAt(reading, times, at, start);
  if ('isAmbiguous' in found) return takeUnusable(reading, 'two-dates', at, found.to);
  const today = Math.floor(reading.nowMs / DAY_MS) * DAY_MS;
  // A plan that starts today starts at once, so this start has not to be mentioned.
  if (startFrom !== null) return found.dayMs <= today ? null : takeUnusable(reading, 'start', startFrom, found.to);
  if (found.dayMs < today && opening !== null) return takeUnusable(reading, 'past-end', at, found.to);
  take(reading, { kind: 'until', iso: new Date(found.dayMs).toISOString().slice(0, 10), from: at, to: found.to });
  return found.to;
}

/** Returns where a phrase such as "starting on" begins that ends right before a word; null when there is none. */
export function startBefore({ words, taken }: Reading, times: TimeWords, at: number): number | null {
  for (let back = 4; back >= 1; back -= 1) {
    const found = at < back ? null : times.part.start.longestAt(words, at - back);
    const end = found === null ? null : words[found.to]?.text === 'the' ? found.to + 1 : found.to;
    if (end === at && taken[at - back] !== true) return at - back;
  }
  return null;
}

/** Reads an end that is over, such as "until yesterday" and "until 5 days ago". */
function pastEndAt(reading: Reading, times: TimeWords, at: number, start: number): number | null {
  const { words } = reading;
  const past = times.part.past.longestAt(words, start);
  const first = words[start]?.text ?? '';
  if (YESTERDAY.has(first)) return takeUnusable(reading, 'past-end', at, start + 1);
  if (past !== null && first === 'last' && words[at]?.text !== 'to') return takeUnusable(reading, 'past-end', at, past.to);
  const count = countAt(reading, start);
  const unit = count === null ? null : unitAt(reading, times, count.to, true);
  return unit !== null && words[unit.to]?.text === 'ago' ? takeUnusable(reading, 'past-end', at, unit.to + 1) : null;
}

function takeUnusable(reading: Reading, why: UnusableTime, from: number, to: number): number {
  take(reading, { kind: 'unusable', why, from, to });
  return to;
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
