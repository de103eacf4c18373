// Formats numbers, amounts and times for people. The functions are pure: the current time is an argument, and the locale is the browser's.

import { isTokenDecimals } from '../../../values/token-decimals.ts';
import type { StateValue } from '../data/actor-record.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a number with thousands separators: `12,345`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** Formats a number briefly for axes and narrow columns: `12.3K`. */
export function formatShort(value: number): string {
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value);
}

/** Formats a count; with a plus sign, such as `10,000+`, when counting stopped at a limit. */
export function formatCount(count: number, isMore: boolean): string {
  return `${whole.format(count)}${isMore ? '+' : ''}`;
}

/** Formats a duration: `0.4 ms`, `12 ms`, `3.2 s`, `4 min`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  if (size < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (size < SECOND) return `${Math.round(ms)} ms`;
  if (size < 10 * SECOND) return `${Math.round(ms / 100) / 10} s`;
  if (size < MINUTE) return `${Math.round(ms / SECOND)} s`;
  if (size < HOUR) return two(Math.round(ms / SECOND), 60, 'min', 's', size < 10 * MINUTE);
  if (size < DAY) return two(Math.round(ms / MINUTE), 60, 'h', 'min', true);
  return two(Math.round(ms / HOUR), 24, 'd', 'h', size < 10 * DAY);
}

function two(value: number, per: number, big: string, small: string, isFine: boolean): string {
  const rest = Math.abs(value % per);
  const main = Math.trunc(value / per);
  return isFine && rest > 0 ? `${main} ${big} ${rest} ${small}` : `${isFine ? main : Math.round(value / per)} ${big}`;
}

/**
 * Formats a time relative to the present: `now`, `12 s ago`, `in 3 min`. The text changes at most once a second, and less often for distant
 * times.
 */
export function formatRelative(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  const size = Math.abs(distance);
  if (size < 1_500) return 'now';
  const text = relativeSize(size);
  return distance < 0 ? `${text} ago` : `in ${text}`;
}

function relativeSize(size: number): string {
  if (size < MINUTE) return `${Math.round(size / SECOND)} s`;
  if (size < 90 * MINUTE) return `${Math.round(size / MINUTE)} min`;
  if (size < 36 * HOUR) return `${Math.round(size / HOUR)} h`;
  if (size < 365 * DAY) return `${Math.round(size / DAY)} d`;
  return `${Math.round((size / (365.25 * DAY)) * 10) / 10} y`;
}

const localTime = new Intl.DateTimeFormat(undefined, {
  ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const),
});
const localClock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const localMinute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats a time as local date and time with its zone: `Nov 28, 2026, 14:05:09 GMT+1`. An impossible time, which malicious data may contain, results in an error text. */
export function formatLocal(atMs: number): string {
  return isTime(atMs) ? localTime.format(atMs) : 'invalid time';
}

/** Returns the name of the time zone in which the page shows all times, such as `Europe/Berlin`. */
export function zoneName(): string {
  return localTime.resolvedOptions().timeZone;
}

/** Formats the local time of day: `14:05:09`. */
export function formatClock(atMs: number): string {
  return isTime(atMs) ? localClock.format(atMs) : 'invalid time';
}

/** Formats the local time of day without seconds: `14:05`. */
export function formatMinute(atMs: number): string {
  return isTime(atMs) ? localMinute.format(atMs) : 'invalid time';
}

/** Formats a time for the attribute `datetime` of `<time>`: `2026-11-28T14:05:09.000Z`; empty for an impossible time. */
export function formatIso(atMs: number): string {
  return isTime(atMs) ? new Date(atMs).toISOString() : '';
}

/**
 * Converts a time from the URL, or the local time of a `datetime-local` field, to ISO 8601 in UTC. A text that is not a time results in an
 * empty text (no limit), so that an old or incomplete link still shows a list.
 */
export function readTime(text: string | null): string {
  const atMs = Date.parse(text ?? '');
  return Number.isNaN(atMs) ? '' : formatIso(atMs);
}

const LAST_TIME = 8.64e15;

export function isTime(atMs: number): boolean {
  return Number.isFinite(atMs) && Math.abs(atMs) <= LAST_TIME;
}

/**
 * Converts an amount in base units to whole tokens with all digits: `formatAmount('1234500000', 6)` is `1,234.5`. It works on strings,
 * without floating-point numbers. Returns the input unchanged when it is not a whole number or the decimals are impossible.
 */
export function formatAmount(baseUnits: string, decimals: number): string {
  const match = /^(-?)(\d+)$/.exec(baseUnits);
  if (match === null || !isTokenDecimals(decimals)) return baseUnits;
  const [, sign = '', digits = ''] = match;
  const padded = digits.padStart(decimals + 1, '0');
  const units = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = decimals === 0 ? '' : padded.slice(-decimals).replace(/0+$/, '');
  return `${sign}${units.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Converts an amount in base units to whole tokens with at most `places` significant digits after the decimal point, truncated and not
 * rounded: `0.00001234`, `1.2345`.
 */
export function formatAmountShort(baseUnits: string, decimals: number, places = 4): string {
  const [units = '', fraction = ''] = formatAmount(baseUnits, decimals).split('.');
  const zeros = /^-?0$/.test(units) ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = fraction.slice(0, zeros + places).replace(/0+$/, '');
  return kept === '' ? units : `${units}.${kept}`;
}

/** Formats a number of bytes: `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 100) / 10} kB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}

/** Formats a number with its noun in singular or plural: `1 actor`, `2 actors`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const utcDay = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats the day of a time in UTC: `Nov 28, 2026`. */
export function formatDay(atMs: number): string {
  return isTime(atMs) ? utcDay.format(atMs) : 'invalid time';
}

/** Formats the state of a state machine as a path: `running.planning`; parallel regions are joined by ` + `. */
export function formatState(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => {
      const rest = formatState(inner);
      return rest === '' ? key : `${key}.${rest}`;
    })
    .join(' + ');
}

/** Shortens a long text by omitting its middle: `0x7099…79c8`. */
export function shorten(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Formats an actor's id with a shortened key: `trade/0x7099…79c8`. */
export function shortenId(id: string, most = 40): string {
  if (id.length <= most) return id;
  const slash = id.indexOf('/');
  const room = Math.max(8, most - slash - 2);
  return `${id.slice(0, slash + 1)}${shorten(id.slice(slash + 1), Math.ceil(room / 2), Math.floor(room / 2))}`;
}

/** Formats a local time for `<input type="datetime-local">`: `2026-11-28T12:00:00`. */
export function localInputValue(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
