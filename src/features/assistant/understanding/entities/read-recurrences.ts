import { wordSet } from '../text/word-set.ts';
import { type Reading, take } from './reading.ts';
import { countAt, isOrdinal, unitAt } from './time-counts.ts';
import { type TimeWords, UNIT_SECONDS } from './time-words.ts';

/** Words that name a time of the day or of the week at which something recurs. A plan has no such time. */
const TIMES_OF_DAY = wordSet(
  'morning mornings evening evenings night nights weekend weekends payday manana mananas noche noches manha manhas noite noites',
);
/** Words and signs between several days, as in "every monday, wednesday and friday". */
const AND: ReadonlySet<string> = new Set(['and', '&', ',', 'y', 'e', 've', 'aur', 'or']);

export function recurrenceAt(reading: Reading, times: TimeWords, at: number): number | null {
  const { words } = reading;
  const adverb = times.adverbs.longestAt(words, at);
  if (adverb !== null) return done(reading, at, adverb.to, UNIT_SECONDS[adverb.value]);
  const twice = times.part.twice.longestAt(words, at);
  const unitOfTwice = twice === null ? null : unitAt(reading, times, twice.to, false);
  if (unitOfTwice !== null) return done(reading, at, unitOfTwice.to, UNIT_SECONDS[unitOfTwice.unit] / 2);
  const isSlash = words[at]?.raw === '/';
  const every = isSlash ? { to: at + 1 } : times.part.every.longestAt(words, at);
  const uneven = times.part.uneven.longestAt(words, every?.to ?? at);
  if (uneven !== null) return takeUneven(reading, at, uneven.to);
  if (every !== null) {
    const other = times.part.other.longestAt(words, every.to);
    const count = other === null ? countAt(reading, every.to) : { units: 2, to: other.to };
    const unit = unitAt(reading, times, count?.to ?? every.to, count !== null);
    if (unit !== null) {
      const dayFrom = TIMES_OF_DAY.has(words[unit.to - 1]?.text ?? '') ? unit.to - 1 : undefined;
      return done(reading, at, unit.to, (count?.units ?? 1) * UNIT_SECONDS[unit.unit], dayFrom);
    }
    const month = isOrdinal(reading, every.to) ? monthAfter(reading, times, every.to + 2) : null;
    if (month !== null) return done(reading, at, month, UNIT_SECONDS.month, every.to);
    const day = times.days.longestAt(words, other?.to ?? every.to);
    if (day?.value.kind === 'weekday')
      return weeklyOn(reading, times, { at, dayFrom: other?.to ?? every.to, to: day.to }, other === null ? 1 : 2);
  }
  // A message may name the day in the plural, as in "on mondays".
  const plural = times.days.longestAt(words, at);
  if (plural?.value.kind === 'weekday' && /[^s]s$/.test(words[at]?.text ?? '') && !/^tues|^thurs|^wednes$/.test(words[at]?.text ?? '')) {
    return weeklyOn(reading, times, { at, dayFrom: at, to: plural.to }, 1);
  }
  return rateAt(reading, times, at);
}

/** Returns where "of the month" ends; null when another text stands there. */
function monthAfter(reading: Reading, times: TimeWords, from: number): number | null {
  let at = from;
  while (['of', 'the', 'each', 'every', 'a'].includes(reading.words[at]?.text ?? '')) at += 1;
  const unit = at === from ? null : unitAt(reading, times, at, false);
  return unit?.unit === 'month' ? unit.to : null;
}

/** Takes the interval of "every friday". Several days, as in "every monday and friday", have no fixed interval between them. */
function weeklyOn(
  reading: Reading,
  times: TimeWords,
  { at, dayFrom, to }: { readonly at: number; readonly dayFrom: number; readonly to: number },
  weeks: number,
): number {
  const second = secondDayAt(reading, times, to);
  return second === null ? done(reading, at, to, weeks * UNIT_SECONDS.week, dayFrom) : takeUneven(reading, at, second);
}

function secondDayAt({ words }: Reading, times: TimeWords, from: number): number | null {
  let to: number | null = null;
  for (let at = from; AND.has(words[at]?.text ?? ''); ) {
    while (AND.has(words[at]?.text ?? '')) at += 1;
    const day = times.days.longestAt(words, times.part.every.longestAt(words, at)?.to ?? at);
    if (day?.value.kind !== 'weekday') break;
    to = day.to;
    at = day.to;
  }
  return to;
}

/**
 * Reads a rate such as "50 usdc a week": an amount that is followed by an article and a unit of time. The article must not stand after
 * "for", "in" or "over".
 */
function rateAt(reading: Reading, times: TimeWords, at: number): number | null {
  const article = times.part.a.longestAt(reading.words, at);
  if (article === null || reading.words[at]?.text === 'the') return null;
  const unit = unitAt(reading, times, article.to, false);
  if (unit === null || isBefore(reading, times, at) || reading.words[unit.to]?.text === 'ago' || reading.words[unit.to]?.text === 'from')
    return null;
  const isAfterAmount = reading.words.slice(Math.max(0, at - 5), at).some(({ kind }) => kind === 'number') || at >= 2;
  return isAfterAmount ? done(reading, at, unit.to, UNIT_SECONDS[unit.unit]) : null;
}

function isBefore({ words }: Reading, times: TimeWords, at: number): boolean {
  const isPart = (map: TimeWords['part']['for']) => [1, 2, 3, 4].some((back) => map.longestAt(words, at - back)?.to === at);
  return isPart(times.part.for) || isPart(times.part.in) || isPart(times.part.until);
}

function done(reading: Reading, from: number, to: number, seconds: number, dayFrom?: number): number {
  take(reading, { kind: 'interval', seconds: Math.round(seconds), from, to, ...(dayFrom === undefined ? {} : { dayFrom }) });
  return to;
}

function takeUneven(reading: Reading, from: number, to: number): number {
  take(reading, { kind: 'unusable', why: 'uneven', from, to });
  return to;
}
