import type { EntityOf, Unit } from '../entities/entity.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { UNIT_SECONDS } from '../entities/time-words.ts';

const DAY = UNIT_SECONDS.day;
/**
 * Length of an average month in seconds. It is used for purchases that happen every week or less often; for purchases that happen more
 * often, a month has 30 days.
 */
const MONTH = 30.4375 * DAY;
/** More runs than any plan may have, so that the plan's own check can name its limit. */
const MOST_COUNT = 100_000_000;

export type RecurrenceSlots = { readonly intervalSeconds?: number; readonly count?: number; readonly until?: string };

/**
 * Returns how often, how many times, and until when an action recurs. A duration is converted to a number of runs: a purchase on every
 * Monday for two months happens eight times.
 */
export function recurrenceOf(reading: Reading): RecurrenceSlots {
  const interval = entitiesOf(reading, 'interval')[0]?.seconds;
  const times = entitiesOf(reading, 'times')[0]?.count;
  const span = entitiesOf(reading, 'span')[0];
  const until = entitiesOf(reading, 'until')[0]?.iso;
  const count = times ?? (span === undefined || interval === undefined ? undefined : countIn(span, interval));
  // A message such as "100 usdc in 10 buys over 20 days" states no interval, so the interval is computed from the duration and the number
  // of purchases.
  const spread = interval ?? (times !== undefined && span !== undefined ? Math.floor(secondsOf(span, 0) / times) : undefined);
  return {
    ...(spread === undefined ? {} : { intervalSeconds: spread }),
    ...(count === undefined || count < 1 || count > MOST_COUNT ? {} : { count }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Returns when an order or alert ends: on a date, or after a duration from now. */
export function endOf(reading: Reading): string | undefined {
  const until = entitiesOf(reading, 'until')[0]?.iso;
  const span = entitiesOf(reading, 'span')[0];
  const today = new Date(reading.nowMs).toISOString().slice(0, 10);
  // The day itself began in the past, so "until tonight" is the next midnight.
  if (until === today) return new Date(Date.parse(today) + DAY * 1_000).toISOString();
  if (until !== undefined || span === undefined) return until;
  const end = new Date(reading.nowMs + secondsOf(span, 0) * 1_000);
  const isWholeDays = UNIT_SECONDS[span.unit] >= DAY;
  return isWholeDays ? end.toISOString().slice(0, 10) : end.toISOString();
}

export function countIn(span: EntityOf<'span'>, interval: number): number {
  return Math.floor(secondsOf(span, interval) / interval + 1e-9);
}

function secondsOf({ unit, units }: EntityOf<'span'>, interval: number): number {
  const months: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 };
  const count = months[unit];
  if (count === undefined) return units * UNIT_SECONDS[unit];
  if (interval > 0 && interval % UNIT_SECONDS.month === 0) return units * count * UNIT_SECONDS.month;
  if (unit === 'year' && interval < UNIT_SECONDS.month) return units * UNIT_SECONDS.year;
  return units * count * (interval >= UNIT_SECONDS.week ? MONTH : UNIT_SECONDS.month);
}
