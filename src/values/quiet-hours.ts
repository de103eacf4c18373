/**
 * A daily period in which no notifications are delivered, as times of day in an IANA time zone. It spans midnight when `from` is later than
 * `to`.
 */
export type QuietHours = { readonly from: string; readonly to: string; readonly timeZone: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Returns when the current quiet hours end (UTC ms). Returns null when `nowMs` is not within quiet hours. */
export function quietUntilMs({ from, to, timeZone }: QuietHours, nowMs: number): number | null {
  const [start, end, now] = [minutesOf(from), minutesOf(to), localMinutes(timeZone, nowMs)];
  const isQuiet = start < end ? now >= start && now < end : now >= start || now < end;
  if (!isQuiet) return null;
  const untilMs = (Math.floor(nowMs / MINUTE_MS) + minutesBetween(now, end)) * MINUTE_MS;
  // When daylight saving time begins or ends during the quiet hours, the computed end is wrong by an hour. So the end is corrected to the
  // local time `to`.
  const late = minutesBetween(end, localMinutes(timeZone, untilMs));
  const shift = late > DAY_MINUTES / 2 ? DAY_MINUTES - late : -late;
  return Math.max((Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS, untilMs + shift * MINUTE_MS);
}

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) % DAY_MINUTES;
}

/**
 * Returns the number of minutes from the time of day `from` until the next occurrence of the time of day `to`. Both are in minutes after
 * midnight.
 */
function minutesBetween(from: number, to: number): number {
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}

function localMinutes(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(atMs));
}
