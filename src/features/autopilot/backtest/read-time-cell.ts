import { MONTHS, type TimeParts, timeOf, zoneOffsetOf } from '../../../values/iso-time.ts';
import { type CellProblem, MOST_CELL, shown } from './history-cell.ts';

/**
 * The notation of a time in a price history. All rows must use the same notation, because mixed notations suggest rows from two sources,
 * one of which may be misread.
 */
export type TimeStyle =
  | 'unix seconds'
  | 'unix milliseconds'
  | 'unix microseconds'
  | 'unix nanoseconds'
  | 'times with a zone'
  | 'times in UTC';

const UNIX = /^([0-9]{1,19})(?:\.([0-9]{1,9}))?$/;
const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:(?:T|\\s+)${CLOCK}|\\s*(?:Z|UTC|GMT))?$`, 'i');
const DAY_NAMED = new RegExp(`^(\\d{1,2})[\\s-]([A-Za-z]{3,9})\\.?[\\s,-]+(\\d{4})(?:,?\\s+${CLOCK})?$`, 'i');
const MONTH_NAMED = new RegExp(`^([A-Za-z]{3,9})\\.?\\s+(\\d{1,2}),?\\s+(\\d{4})(?:,?\\s+${CLOCK})?$`, 'i');

const ACCEPTED = 'expected a time such as 2024-01-31T12:00:00Z (UTC without a zone), or unix seconds or milliseconds';

/** Parses a time in the notations of users and programs. A time without a time zone is UTC, whatever the time zone of the machine is. */
export function readTimeCell(text: string): { readonly atMs: number; readonly style: TimeStyle } | CellProblem {
  const unix = text.length > MOST_CELL ? null : UNIX.exec(text);
  if (unix !== null) return unixTime(text, unix[1] ?? '', unix[2] ?? '');
  const parts = text.length > MOST_CELL ? null : partsOf(text);
  if (parts === null) return { code: 'invalid-time', message: `${shown(text)} ${whyNot(text)}` };
  const time = timeOf(parts);
  if ('problem' in time) return { code: 'no-such-time', message: `${shown(text)} is not a time: ${time.problem}` };
  return { atMs: time.atMs, style: parts.offsetMinutes === undefined ? 'times in UTC' : 'times with a zone' };
}

/**
 * Detects the unit of a Unix time from its magnitude. Seconds, milliseconds, microseconds and nanoseconds differ by a factor of a thousand,
 * so a wrong unit would be thousands of years off.
 */
function unixTime(text: string, whole: string, fraction: string): { readonly atMs: number; readonly style: TimeStyle } | CellProblem {
  const number = Number(whole);
  if (number >= 1e8 && number < 1e11) return { atMs: number * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0')), style: 'unix seconds' };
  if (number >= 1e11 && number < 1e14) return { atMs: number, style: 'unix milliseconds' };
  if (number >= 1e14 && number < 1e17) return { atMs: Number(whole.slice(0, -3)), style: 'unix microseconds' };
  if (number >= 1e17) return { atMs: Number(whole.slice(0, -6)), style: 'unix nanoseconds' };
  const isDate = /^(?:19|20)[0-9]{6}$/.test(text);
  const isSerial = number > 20_000 && number < 80_000;
  const why = isDate
    ? `may be a date without its hyphens, or a number: write ${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
    : isSerial
      ? "may be a spreadsheet's number for a day: save the column as dates such as 2024-01-31"
      : `is not a time: ${ACCEPTED}`;
  return { code: 'invalid-time', message: `${shown(text)} ${why}` };
}

function partsOf(text: string): TimeParts | null {
  const numbered = YEAR_FIRST.exec(text);
  if (numbered !== null) {
    const [, year = '', , month = '', day = '', ...clock] = numbered;
    // The pattern of a time of day includes the letter of the time zone. A date without a time of day can end in such a letter, too; here
    // that letter is handled.
    const zone = clock[0] === undefined && /[a-z]$/i.test(text) ? { offsetMinutes: 0 } : {};
    return withClock({ year: Number(year), month: Number(month), day: Number(day), ...zone }, clock);
  }
  const byDay = DAY_NAMED.exec(text);
  if (byDay !== null) {
    const [, day = '', month = '', year = '', ...clock] = byDay;
    return named(year, month, day, clock);
  }
  const byMonth = MONTH_NAMED.exec(text);
  if (byMonth === null) return null;
  const [, month = '', day = '', year = '', ...clock] = byMonth;
  return named(year, month, day, clock);
}

function named(year: string, name: string, day: string, clock: readonly (string | undefined)[]): TimeParts | null {
  const lowered = name.toLowerCase();
  const index = MONTHS.map((month) => month.toLowerCase()).findIndex(
    (month) => month === lowered || month.slice(0, 3) === lowered || (lowered === 'sept' && month === 'september'),
  );
  return index === -1 ? null : withClock({ year: Number(year), month: index + 1, day: Number(day) }, clock);
}

function withClock(date: TimeParts, [hour, minute, second, fraction, zone]: readonly (string | undefined)[]): TimeParts | null {
  if (hour === undefined) return date;
  const parts = { ...date, hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), fraction: fraction ?? '' };
  if (zone === undefined) return parts;
  // A time zone of a single letter (Z) means UTC.
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offsetMinutes = zoneOffsetOf(sign, hours, minutes);
  return offsetMinutes === null ? null : { ...parts, offsetMinutes };
}

function whyNot(text: string): string {
  if (text === '') return `is not a time: ${ACCEPTED}`;
  const dated = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)/.exec(text);
  if (dated !== null) {
    const areBothMonths = Number(dated[1]) <= 12 && Number(dated[2]) <= 12;
    return `${areBothMonths ? 'may begin with its day or its month' : 'does not begin with its year'}: write dates such as 2024-01-31`;
  }
  if (/\d\s*[ap]\.?m\.?$/i.test(text)) return 'uses a 12-hour clock: write 13:00 for 1 PM';
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text)) return 'has lost its last digits in a spreadsheet: save the column as whole numbers';
  return `is not a time: ${ACCEPTED}`;
}
