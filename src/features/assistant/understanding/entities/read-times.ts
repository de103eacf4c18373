import { anyNumberWord } from './number-words.ts';
import { dateAt, startBefore } from './read-dates.ts';
import { recurrenceAt } from './read-recurrences.ts';
import { isTaken, type Reading, take } from './reading.ts';
import { type Count, countAt, isOrdinal, unitAt } from './time-counts.ts';
import { type TimeWords, timeWordsFor, UNIT_SECONDS } from './time-words.ts';

/** Maximum number of purchases of a plan, or of runs of a recurring action, that a message may request. */
const MOST_TIMES = 10_000;

/** A number of purchases such as "x20". */
const FACTOR = /^[x×]([1-9]\d{0,4})$/;

const STOPS: ReadonlySet<string> = new Set(['stop', 'stops', 'end', 'ends', 'ending', 'stopping', 'finish', 'quit']);

/**
 * Finds intervals ("every other day"), durations ("for two months"), counts ("12 times"), end dates ("until 1 March") and references to the
 * past.
 */
export function readTimes(reading: Reading): void {
  const searched = timeWordsFor(reading.language);
  for (let at = 0; at < reading.words.length; at += 1) {
    if (isTaken(reading, at)) continue;
    for (const times of searched) {
      const to = canBegin(reading, times, at) ? readAt(reading, times, at) : null;
      if (to === null) continue;
      at = to - 1;
      break;
    }
  }
}

/** Whether a time can begin at a word. It cannot at most words, for which no more has to be looked up. */
function canBegin({ words, language }: Reading, { openings }: TimeWords, at: number): boolean {
  const word = words[at];
  return (
    word !== undefined &&
    (word.kind === 'number' || FACTOR.test(word.text) || openings.has(word.text) || anyNumberWord(word.text, language) !== undefined)
  );
}

function readAt(reading: Reading, times: TimeWords, at: number): number | null {
  return (
    clockAt(reading, at) ??
    recurrenceAt(reading, times, at) ??
    countedAt(reading, times, at) ??
    dateAt(reading, times, at) ??
    spanAt(reading, times, at) ??
    pastAt(reading, times, at) ??
    ordinalAt(reading, at)
  );
}

/** Reads a time of the day, such as "9am", "9:30" or "9.30 pm". */
function clockAt(reading: Reading, at: number): number | null {
  const { words } = reading;
  if (words[at]?.kind !== 'number') return null;
  const isSplit = words[at + 1]?.raw === ':' && words[at + 1]?.isGlued === true && /^\d\d$/.test(words[at + 2]?.raw ?? '');
  const to = isSplit ? at + 3 : at + 1;
  const hasHalf = ['am', 'pm'].includes(words[to]?.text ?? '');
  if (!isSplit && !hasHalf) return null;
  take(reading, { kind: 'unusable', why: 'clock', from: at, to: hasHalf ? to + 1 : to });
  return hasHalf ? to + 1 : to;
}

/** Reads a day of the month, such as "1st" in "on the 1st of every month". A plan has no such day. */
function ordinalAt(reading: Reading, at: number): number | null {
  if (!isOrdinal(reading, at)) return null;
  take(reading, { kind: 'unusable', why: 'clock', from: at, to: at + 2 });
  return at + 2;
}

/** Reads a count, such as "12 times", "in 10 buys" or "4x". */
function countedAt(reading: Reading, times: TimeWords, at: number): number | null {
  const [, factor] = FACTOR.exec(reading.words[at]?.text ?? '') ?? [];
  if (factor !== undefined && Number(factor) <= MOST_TIMES) {
    take(reading, { kind: 'times', count: Number(factor), from: at, to: at + 1 });
    return at + 1;
  }
  const count = countAt(reading, at);
  if (count === null || !Number.isSafeInteger(count.units) || count.units < 1 || count.units > MOST_TIMES) return null;
  const adjective = ['more', 'equal', 'monthly', 'weekly', 'daily', 'separate', 'times'].includes(reading.words[count.to]?.text ?? '')
    ? 1
    : 0;
  const noun =
    times.part.times.longestAt(reading.words, count.to + adjective) ??
    times.part.times.longestAt(reading.words, count.to) ??
    ofThemAt(reading, count.to);
  if (noun === null && isAfterStop(reading, at, count.to)) {
    take(reading, { kind: 'times', count: count.units, from: at, to: count.to });
    return count.to;
  }
  if (noun === null || (reading.words[count.to]?.text === 'x' && reading.words[count.to]?.isGlued === false)) return null;
  const kinds = times.adverbs.longestAt(reading.words, count.to);
  if (kinds !== null && adjective === 1)
    take(reading, { kind: 'interval', seconds: UNIT_SECONDS[kinds.value], from: count.to, to: kinds.to });
  take(reading, { kind: 'times', count: count.units, from: at, to: kinds === null || adjective === 0 ? noun.to : count.to });
  return noun.to;
}

/** Returns where "of them" ends after the number of purchases of a plan: "every week, eight of them". */
function ofThemAt({ words, entities }: Reading, at: number): { readonly to: number } | null {
  const isPlan = entities.some(({ kind }) => kind === 'interval');
  return isPlan && words[at]?.text === 'of' && ['them', 'those', 'these'].includes(words[at + 1]?.text ?? '') ? { to: at + 2 } : null;
}

/** Whether a number is a number of purchases, because it stands alone after "stop after" or similar words. */
function isAfterStop({ words }: Reading, at: number, to: number): boolean {
  if (words[at - 1]?.text !== 'after' || !STOPS.has(words[at - 2]?.text ?? '')) return false;
  const next = words[to];
  return next === undefined || ['.', ',', '!', ';'].includes(next.raw) || next.text === 'and';
}

/**
 * Reads a duration, such as "for two months", "over the next 12 weeks" or "2 ay boyunca". Without a word such as "for", the duration must
 * be a number of days or of longer units.
 */
function spanAt(reading: Reading, times: TimeWords, at: number): number | null {
  const opening = times.part.for.longestAt(reading.words, at);
  const countFrom = opening?.to ?? at;
  const count = countAt(reading, countFrom) ?? articleAt(reading, times, countFrom, opening !== null);
  const unit = count === null ? null : unitAt(reading, times, count.to, true);
  if (count === null || unit === null || (unit.unit === 'quarter' && opening === null)) return null;
  const start = startBefore(reading, times, at);
  if (start !== null) {
    take(reading, { kind: 'unusable', why: 'start', from: start, to: unit.to });
    return unit.to;
  }
  const closing = times.part.afterSpan.longestAt(reading.words, unit.to);
  take(reading, { kind: 'span', unit: unit.unit, units: count.units, from: at, to: closing?.to ?? unit.to });
  return closing?.to ?? unit.to;
}

function articleAt({ words }: Reading, times: TimeWords, at: number, hasOpening: boolean): Count | null {
  if (!hasOpening) return null;
  const article = times.part.a.longestAt(words, at);
  return { units: 1, to: article?.to ?? at };
}

function pastAt(reading: Reading, times: TimeWords, at: number): number | null {
  const past = times.part.past.longestAt(reading.words, at);
  if (past === null) return null;
  const count = countAt(reading, past.to);
  const unit = unitAt(reading, times, count?.to ?? past.to, count !== null);
  const to = unit?.to ?? past.to;
  take(reading, { kind: 'past', from: at, to });
  return to;
}
