import { hasConcept, hasMark, hasMarkOf, type Reading } from './reading.ts';

export const TRADES = ['swap', 'bridge', 'send', 'buy', 'sell', 'invest', 'get', 'move', 'dca', 'limit'];
/** Word lists that show that a message is about a trade. */
const ABOUT_TRADES = ['swap', 'buy', 'sell', 'quote', 'dca', 'limit'];

/**
 * Names of the kinds of time expressions that may follow the token of a plan. In "to fee until december", an end date follows the token
 * "fee".
 */
const TIMES = ['until', 'interval', 'span', 'times'];

const MODALS = ['could', 'can', 'would', 'will', 'do', 'd', 'might', 'should'];

/** Whether a word is written as a symbol: as `$LINK`, or in capitals in a message that is not all in capitals. */
export function isWrittenAsSymbol({ words }: Reading, at: number): boolean {
  const { raw = '', isGlued = false } = words[at] ?? {};
  if (isGlued && words[at - 1]?.raw === '$') return true;
  const isCapital = raw.length > 1 && raw === raw.toUpperCase();
  return isCapital && words.some(({ kind, raw: other }) => kind === 'word' && other.length > 1 && other === other.toLowerCase());
}

/**
 * Whether a word stands where even an everyday word can only be a token: after an amount, or between the verb of a trade and its
 * preposition.
 */
export function isTokenPlace(reading: Reading, at: number): boolean {
  const { words } = reading;
  if (isMeasuredThere(reading, at) || isNamedToken(reading, at) || isAskedFor(reading, at)) return true;

  const isAfterTrade = at > 0 && hasMarkOf(reading, at - 1, TRADES);
  const next = words[at + 1];
  const isBeforeTo =
    next === undefined ||
    next.kind === 'arrow' ||
    next.kind === 'suffix' ||
    reading.entities.some(({ kind, from }) => TIMES.includes(kind) && from === at + 1) ||
    hasMark(reading, at + 1, 'p.to', 'p.for', 'p.with', 'p.on', 'p.from', 'p.in');
  if (isAfterTrade) return isBeforeTo && next !== undefined;
  const isAfterTo = words[at - 1]?.kind === 'arrow' || (at > 1 && hasMark(reading, at - 1, 'p.to', 'p.for', 'p.with', 'p.from'));
  return isAfterTo && (hasTrade(reading) || isTradeWithoutVerb(reading)) && isBeforeTo;
}

/** Whether a message without a verb is a trade, because it begins with an amount: "$35 of usdc into thin". */
function isTradeWithoutVerb(reading: Reading): boolean {
  return reading.entities.some(({ kind, from }) => kind === 'amount' && from === 0) && !hasConcept(reading, ['send']);
}

/** Whether a message asks for the amount of a token that a trade gives, as in "how much **thin** could i get". */
function isAskedFor({ words }: Reading, at: number): boolean {
  if (!['much', 'many'].includes(words[at - 1]?.text ?? '') || words[at + 2]?.text !== 'i') return false;
  return MODALS.includes(words[at + 1]?.text ?? '') && ['get', 'receive', 'buy'].includes(words[at + 3]?.text ?? '');
}

/** Whether the word at a position is followed by a word such as "token" or "coins", as in "the fee token" or "my thin coins". */
function isNamedToken({ words }: Reading, at: number): boolean {
  return (
    ['token', 'tokens', 'coin', 'coins'].includes(words[at + 1]?.text ?? '') &&
    ['the', 'my', 'some', 'of'].includes(words[at - 1]?.text ?? '')
  );
}

/** Whether a word follows a number, or follows a share or a sum of money and "of": "10 fee", "all of my fee", "$20 of link". */
function isMeasuredThere({ entities, words }: Reading, at: number): boolean {
  let start = at;
  const endsAt = (place: number) =>
    entities.find(({ kind, to }) => (kind === 'amount' || kind === 'all' || (kind === 'token' && place < at)) && to === place);
  while (endsAt(start) === undefined && ['of', 'my', 'the', 'worth'].includes(words[start - 1]?.text ?? '')) start -= 1;
  const amount = endsAt(start);
  if (amount === undefined) return false;
  if (amount.kind === 'amount' && amount.unit === 'bare') return start === at || words[at - 1]?.text === 'of';
  return start < at || words[at - 1]?.text === 'of';
}

export function hasTrade(reading: Reading): boolean {
  return hasConcept(reading, ABOUT_TRADES);
}

/** Whether a word is part of a longer phrase that has a meaning of its own, such as "apple pay". */
export function isInPhrase({ marks }: Reading, at: number): boolean {
  return marks.some(({ concept, from, to }) => to - from > 1 && at >= from && at < to && !concept.startsWith('p.'));
}
