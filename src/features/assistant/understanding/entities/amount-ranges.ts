import { type Reading, take } from './reading.ts';

/** Words before two amounts that are the bounds of a range. */
export const BETWEEN = ['between', 'entre'];

/** Reads "70/30" as two shares of a whole. Returns where the text ends. */
export function ratioAt(reading: Reading, at: number): number | null {
  const [first, slash, second] = [reading.words[at], reading.words[at + 1], reading.words[at + 2]];
  if (first?.kind !== 'number' || slash?.raw !== '/' || second?.kind !== 'number' || Number(first.raw) + Number(second.raw) !== 100)
    return null;
  take(reading, { kind: 'amount', value: first.raw, unit: 'percent', from: at, to: at + 1 });
  take(reading, { kind: 'amount', value: second.raw, unit: 'percent', from: at + 2, to: at + 3 });
  return at + 3;
}

/** Reads a text such as "1..5", which is no number. Returns where the text ends. */
function brokenAt(reading: Reading, at: number): number | null {
  const { words } = reading;
  if (words[at]?.kind !== 'number') return null;
  let to = at + 1;
  while (words[to]?.isGlued === true && (words[to]?.kind === 'number' || ['.', ','].includes(words[to]?.raw ?? ''))) to += 1;
  if (words[to - 1]?.kind !== 'number' || to === at + 1) return null;
  take(reading, { kind: 'unclear', from: at, to });
  return to;
}

/** Reads "between 5 and 10", "5 or 10" or "5-10", which state no single amount. Returns where the text ends. */
export function rangeAt(reading: Reading, at: number): number | null {
  const broken = brokenAt(reading, at);
  if (broken !== null) return broken;
  const isBetween = BETWEEN.includes(reading.words[at]?.text ?? '');
  const from = isBetween ? at + 1 : at;
  const [first, join, second] = [reading.words[from], reading.words[from + 1], reading.words[from + 2]];
  if (first?.kind !== 'number' || second?.kind !== 'number') return null;
  const isJoined =
    ['or', 'ou'].includes(join?.text ?? '') || join?.raw === '-' || (isBetween && ['and', 'y', 'e'].includes(join?.text ?? ''));
  if (!isJoined) return null;
  take(reading, { kind: 'unclear', from: at, to: from + 3 });
  return from + 3;
}
