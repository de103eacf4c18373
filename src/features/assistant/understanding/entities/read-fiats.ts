import { wordSet } from '../text/word-set.ts';
import fiat from '../words/fiat.json';
import { FIATS } from './amount-unit.ts';
import { hasConcept, hasMark, isTaken, type Reading, take } from './reading.ts';

/** Currency names that are also everyday words. After "in", "to" and "for" they mean a currency in any message. */
const PLAIN_AFTER_PREPOSITION: ReadonlySet<string> = new Set(['pounds', 'sterling']);
const ONLY_WITH_NUMBER = wordSet(fiat.onlyWithNumber);

/** Finds currencies that are named without an amount ("in euros"). */
export function readFiats(reading: Reading): void {
  reading.words.forEach(({ text, raw }, at) => {
    const code = FIATS.get(text);
    if (code === undefined || isTaken(reading, at) || isInPhrase(reading, at)) return;
    const isCode = raw === code || !ONLY_WITH_NUMBER.has(text) || isPaidOut(reading, at);
    if (isCode && reading.words[at + 1]?.text !== 'coin') take(reading, { kind: 'fiat', code, from: at, to: at + 1 });
  });
}

/** Whether a currency name is part of a phrase in which it does not mean a currency, such as "dollar cost average". */
function isInPhrase({ marks }: Reading, at: number): boolean {
  return marks.some(({ concept, from, to }) => to - from > 1 && at >= from && at < to && concept !== 'filler' && !concept.startsWith('p.'));
}

/**
 * Whether a currency name that is also an everyday word means a currency in this message, because the message asks for a payment in it:
 * "sell 2 eth for pounds", "offramp 80 usdc to try".
 */
function isPaidOut(reading: Reading, at: number): boolean {
  const isSterling = reading.words[at + 1]?.text === 'sterling' || reading.words[at - 1]?.text === 'pound';
  if (isSterling && hasConcept(reading, ['fiatway', 'cashout'])) return true;
  if (!hasMark(reading, at - 1, 'p.to', 'p.in', 'p.for')) return false;
  const isPlain = PLAIN_AFTER_PREPOSITION.has(reading.words[at]?.text ?? '');
  return isPlain || hasConcept(reading, ['fiatway', 'cashout']);
}
