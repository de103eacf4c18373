const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
/** The largest time that a JavaScript Date can represent, in ms. Stored numbers can be larger, and must be shown without an error. */
const LAST_MS = 8.64e15;

/** Formats a duration, rounded to its largest unit: `45 seconds`, `2 hours`, `1 day`. */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return 'an unknown time';
  const length = Math.abs(ms);
  const [unitMs, name] = UNITS.find(([unit]) => length >= unit) ?? [SECOND_MS, 'second'];
  const count = Math.max(length < SECOND_MS ? 0 : 1, Math.round(length / unitMs));
  if (count === 0) return 'less than a second';
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Formats a UTC time as briefly as possible relative to `nowMs`: `14:05 UTC`, `28 November, 14:05 UTC`, `28 November 2027, 14:05 UTC`. */
export function timeText(atMs: number, nowMs: number): string {
  if (!Number.isFinite(atMs) || Math.abs(atMs) > LAST_MS) return 'an unknown time';
  const at = new Date(atMs);
  const now = new Date(nowMs);
  const isNear = Math.abs(atMs - nowMs) < MINUTE_MS;
  const clock = `${at.toISOString().slice(11, isNear ? 19 : 16)} UTC`;
  const isSameYear = at.getUTCFullYear() === now.getUTCFullYear();
  const isSameDay = isSameYear && at.getUTCMonth() === now.getUTCMonth() && at.getUTCDate() === now.getUTCDate();
  if (isSameDay) return clock;
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}`;
  return isSameYear ? `${day}, ${clock}` : `${day} ${at.getUTCFullYear()}, ${clock}`;
}

/** Formats a time together with its distance from now: `14:05 UTC (in 12 minutes)`, `13:40 UTC (13 minutes ago)`. */
export function whenText(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  if (Math.abs(distance) < SECOND_MS) return `${timeText(atMs, nowMs)} (now)`;
  return `${timeText(atMs, nowMs)} (${distance > 0 ? `in ${durationText(distance)}` : `${durationText(distance)} ago`})`;
}
