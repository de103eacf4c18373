import { entitiesOf, hasConcept, type Reading, textOf } from '../entities/reading.ts';
import { shortened } from './shortened.ts';

const NAMED: readonly string[] = ['token', 'name', 'address', 'amount'];
/**
 * The families of entities. Two entities of the same family can be alternatives of each other, as in "10 usdc or 20 usdc" and "to bob.eth
 * or 0x...".
 */
const FAMILY: Readonly<Record<string, string>> = { token: 'what', amount: 'what', name: 'whom', address: 'whom' };
const OR: ReadonlySet<string> = new Set(['or', 'o', 'ou', 'veya', 'ya']);
/** Words that may stand between "or" and the second alternative. */
const AFTER_OR: ReadonlySet<string> = new Set([
  'to',
  'maybe',
  'rather',
  'perhaps',
  'even',
  'just',
  'with',
  'for',
  'a',
  'para',
  'por',
  'talvez',
  'quizas',
]);

/** Finds alternatives between which the user did not choose: "to bob.eth or carol.eth", "10 usdc or maybe 20 usdc". */
export function alternativeIn(reading: Reading): string | null {
  if (!reading.words.some(({ text }) => OR.has(text))) return null;
  const named = reading.entities.filter(({ kind }) => NAMED.includes(kind)).sort((a, b) => a.from - b.from);
  for (const [i, second] of named.entries()) {
    const first = named[i - 1];
    const [or, ...rest] = first === undefined ? [] : reading.words.slice(first.to, second.from);
    const isOr = or !== undefined && OR.has(or.text) && rest.length < 3 && rest.every(({ text }) => AFTER_OR.has(text));
    if (first !== undefined && isOr && FAMILY[first.kind] === FAMILY[second.kind]) {
      const [one, other] = [first, second].map(({ from, to }) => shortened(textOf(reading, from, to)));
      return `The message names alternatives, ${one} or ${other}. Send it again with the one that you mean.`;
    }
  }
  return null;
}

/** Finds a correction within the message: "5 usdc, no wait, 6 usdc". */
export function correctionIn(reading: Reading): string | null {
  if (!hasConcept(reading, ['correction'])) return null;
  return 'The message corrects itself, so it is not clear what you want. Send it again with only the final version.';
}

/** Word lists of trades, and of transfers. An order is one of both. */
const TRADE_VERBS = ['swap', 'buy', 'sell'];

/**
 * Whether a message that was read as one order names a trade and a transfer, each with its token: "swap 50 usdc to weth - send weth to
 * bob.eth". One of the two alone is not what the message says.
 */
export function joinedOrdersIn(reading: Reading): string | null {
  const placesOf = (concepts: readonly string[]) =>
    reading.marks.filter(({ concept }) => concepts.includes(concept)).map(({ from }) => from);
  const [trades, sends] = [placesOf(TRADE_VERBS), placesOf(['send'])];
  const tokens = entitiesOf(reading, 'token').map(({ from }) => from);
  const isJoined = trades.some((trade) =>
    sends.some((send) => trade !== send && tokens.some((at) => at > Math.min(trade, send) && at < Math.max(trade, send))),
  );
  const hasReceiver = entitiesOf(reading, 'address').length + entitiesOf(reading, 'name').length > 0;
  return isJoined && hasReceiver
    ? 'The message names a trade and a transfer. Write "then" between them, or send one message for each.'
    : null;
}
