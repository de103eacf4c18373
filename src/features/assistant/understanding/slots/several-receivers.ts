import { entitiesOf, hasConcept, hasMark, hasMarkOf, isTaken, type Reading, textOf } from '../entities/reading.ts';
import { MOVING } from '../intents/told-by-grammar.ts';
import { wordSet } from '../text/word-set.ts';
import { shortened } from './shortened.ts';

/** Signs that join receivers. */
const JOINS: ReadonlySet<string> = new Set([',', '&', '+', ';', '.', '>']);
/** Words that may stand between two receivers beside a word such as "and". */
const BETWEEN = wordSet(
  'to a an the another other half quarter third rest remainder remaining what is left then send also please my friend for each of s tokens e y ye ya ve aur ko para pra a ao al adresine',
);

/**
 * Finds two receivers that no "and" or comma joins, or between which other words stand: "to bob.eth, rather carol.eth". The second may
 * correct the first, so that neither may be paid. @returns a text for the user; null when all receivers are joined
 */
export function unjoinedReceivers(reading: Reading): string | null {
  const receivers = receiversOf(reading);
  for (const [i, second] of receivers.entries()) {
    const first = receivers[i - 1];
    if (first === undefined || isJoined(reading, first.to, second.from)) continue;
    const [one, other] = [first, second].map(({ from, to }) => shortened(textOf(reading, from, to)));
    return `It is not clear whether both ${one} and ${other} shall receive this. Name one receiver, or join several with "and".`;
  }
  return null;
}

function isJoined(reading: Reading, from: number, to: number): boolean {
  const { words } = reading;
  const places = words.slice(from, to).map((_, i) => from + i);
  const isAnd = (at: number) => JOINS.has(words[at]?.raw ?? '') || (hasMark(reading, at, 'p.and', 'join') && words[at]?.text !== 'or');
  const isKnown = (at: number) =>
    isTaken(reading, at) ||
    isAnd(at) ||
    words[at]?.kind === 'suffix' ||
    BETWEEN.has(words[at]?.text ?? '') ||
    hasMarkOf(reading, at, [...MOVING, 'p.to', 'post.to', 'each', 'it']);
  return places.every(isKnown) && (places.some(isAnd) || hasConcept(reading, ['each']));
}

/** Returns the receivers of a message in its order. */
export function receiversOf(reading: Reading) {
  return [...entitiesOf(reading, 'address'), ...entitiesOf(reading, 'name')].sort((a, b) => a.from - b.from);
}
