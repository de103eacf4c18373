/** The parts of a date and time as numbers. The month counts from 1; the time zone's offset is in minutes east of UTC. */
export type TimeParts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  /** The digits after the decimal point of the seconds; missing when the time has whole seconds. */
  readonly fraction?: string;
  readonly offsetMinutes?: number;
};

/** A time in UTC ms, or a text that describes why the input is not a valid time. */
export type TimeOrProblem = { readonly atMs: number } | { readonly problem: string };

const MINUTE_MS = 60_000;
/** Largest possible offset of a time zone from UTC, in minutes. */
const LARGEST_OFFSET_MINUTES = 14 * 60;
/** English month names, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * Converts date and time parts to a time, and refuses times that do not exist. (JavaScript would interpret 30 February as a day in March,
 * and 24:00 as the next day.)
 */
export function timeOf(parts: TimeParts): TimeOrProblem {
  const { year, month, day, hour = 0, minute = 0, second = 0, fraction = '', offsetMinutes = 0 } = parts;
  const name = MONTHS[month - 1];
  if (name === undefined) return { problem: `there is no month ${month}` };
  if (day < 1 || day > daysIn(year, month)) return { problem: `${name} ${year} has no day ${day}` };
  if (hour === 24) return { problem: 'hour 24 does not exist: midnight is 00:00 of the next day' };
  if (hour > 23) return { problem: `there is no hour ${hour}` };
  if (minute > 59) return { problem: `there is no minute ${minute}` };
  if (second > 59) return { problem: second === 60 ? 'leap seconds are not accepted' : `there is no second ${second}` };
  if (Math.abs(offsetMinutes) > LARGEST_OFFSET_MINUTES) return { problem: 'no zone is more than 14 hours from UTC' };
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const atMs = Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetMinutes * MINUTE_MS;
  // The year is checked, because `Date.UTC` interprets the years 0 to 99 as years of the last century.
  return year < 1970 || !Number.isFinite(atMs) ? { problem: `${year} is before 1970` } : { atMs };
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses an ISO 8601 time with its time zone to UTC ms. The zone is required, because without it the result would differ between machines.
 * Null for another format, and for a time that does not exist.
 */
export function parseIsoTime(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHours, offsetMinutes] = match;
  const zone = zoneOffsetOf(sign, offsetHours, offsetMinutes);
  if (zone === null) return null;
  const time = timeOf({
    ...{ year: Number(year), month: Number(month), day: Number(day) },
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), fraction: fraction ?? '' },
    offsetMinutes: zone,
  });
  return 'atMs' in time ? time.atMs : null;
}

/** Parses a day, such as `2026-01-31`, to its first moment in UTC, or an ISO 8601 time as `parseIsoTime` does. Null for anything else. */
export function parseDayOrTime(text: string): number | null {
  return parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text);
}

/**
 * Converts a time zone's sign, hours and minutes (`-`, `05`, `30`) to minutes east of UTC. Returns 0 (UTC) when all of them are missing,
 * and null for an invalid zone.
 */
export function zoneOffsetOf(sign = '+', hours = '0', minutes = '0'): number | null {
  if (Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Formats a time in UTC ms as ISO 8601 (UTC); null stays null. */
export function isoOf(atMs: number): string;
export function isoOf(atMs: number | null): string | null;
export function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** Formats UTC ms as `2027-03-04 14:05:06 UTC`. */
export function momentText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
