import type { AmountEntity } from '../entities/entity.ts';
import { hasConcept, type Reading } from '../entities/reading.ts';
import type { Mention } from './mentions.ts';
import { slotOf } from './slot-parts.ts';

const BUYS = ['buy', 'accumulate', 'get', 'dca'];
/** Verbs of which the direction follows from the order of the tokens and their prepositions. */
const TRADES = ['swap', 'invest', 'bridge', 'move', 'send'];
/** Words of the list of purchases that are no verbs here: "limit **order**". */
const NOUNS: ReadonlySet<string> = new Set(['order', 'orders']);

/**
 * Gives the token of a price its side of the trade: "buy 1 weth at 3500 usdc" pays with USDC, and "sell 1 weth at 3500 usdc" receives it.
 * When the message names two other tokens, the token of the price is only its unit.
 */
export function pricedSides(reading: Reading, mentions: readonly Mention[], price: AmountEntity | null): readonly Mention[] {
  const unit = price === null ? undefined : mentions.find(({ amount }) => amount === price);
  if (unit === undefined) return mentions;
  const others = mentions.filter((mention) => mention !== unit);
  const names = new Set([...others, unit].map(slotOf));
  const [base] = others;
  if (base === undefined) return [{ ...unit, amount: null }];
  if (new Set(others.map(slotOf)).size > 1) return others;
  const side = verbSideOf(reading);
  const isBuy = side === 'buy';
  if (names.size < 2 || side === null) return mentions.map((mention) => (mention === unit ? { ...mention, amount: null } : mention));
  const rest = others.map((mention) => ({ ...mention, role: isBuy ? ('to' as const) : ('from' as const) }));
  return [...rest, { ...unit, amount: null, role: isBuy ? 'with' : 'to' }];
}

/**
 * Whether a message shows on which side of the trade its tokens are. "Limit order 1 weth at 3500 usdc" does not, and neither does a message
 * in which two tokens have amounts and none is known to be the price.
 */
export function isSideKnown(reading: Reading, mentions: readonly Mention[], price: AmountEntity | null): boolean {
  const counted = mentions.filter(({ amount }) => amount?.kind === 'amount' && amount.unit === 'bare');
  if (counted.length === 0) return true;
  if (price === null && counted.length > 1) return false;
  return isBought(reading) || hasConcept(reading, ['sell']) || isGivenVerb(reading) || isPaidFor(mentions, counted);
}

/** Whether a message has a verb of which the direction is known. "Put in an order" is none. */
function isGivenVerb({ marks, conceptsAt }: Reading): boolean {
  return marks.some(({ concept, from }) => TRADES.includes(concept) && conceptsAt[from]?.includes('limit') !== true);
}

/** Whether a token with an amount is followed by the one that it is exchanged for: "limit order: 500 usdc for weth at 2100". */
function isPaidFor(mentions: readonly Mention[], counted: readonly Mention[]): boolean {
  const [paid] = counted;
  return (
    counted.length === 1 &&
    mentions.some(({ amount, role, from }) => amount === null && (role === 'for' || role === 'to') && from > (paid?.from ?? 0))
  );
}

/** Returns whether the verbs of a message buy or sell; null when it has verbs for both or for neither. */
function verbSideOf(reading: Reading): 'buy' | 'sell' | null {
  const [isBuy, isSell] = [isBought(reading), hasConcept(reading, ['sell'])];
  return isBuy === isSell ? null : isBuy ? 'buy' : 'sell';
}

function isBought({ marks, words }: Reading): boolean {
  return marks.some(({ concept, from, to }) => BUYS.includes(concept) && !(to - from === 1 && NOUNS.has(words[from]?.text ?? '')));
}
