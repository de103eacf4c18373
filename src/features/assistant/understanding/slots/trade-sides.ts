import { hasConcept, hasMark, hasMarkOf, type Reading } from '../entities/reading.ts';
import type { Mention } from './mentions.ts';

export type Sides = { readonly from: Mention | null; readonly to: Mention | null };

const IT: ReadonlySet<string> = new Set(['it', 'them', 'that']);
const GETS = ['buy', 'get', 'dca', 'accumulate'];
/** Words of "limit order" and "put in an order", which do not show whether a token is bought. */
const ORDER_WORDS: ReadonlySet<string> = new Set(['order', 'orders', 'put']);
const PURCHASES: ReadonlySet<string> = new Set(['purchases', 'purchase', 'buys', 'compras']);
const ME: ReadonlySet<string> = new Set(['me', 'us']);
const GIVES = ['swap', 'sell', 'bridge', 'send', 'invest', 'move'];

/**
 * Decides which token of a trade is given and which is received. Each word around a token counts for one side: "with" and "from" for the
 * given token, "to" for the received one, and "for" for the side opposite to that of the verb's object. The verb before a token, an amount
 * paid in it, and the order of the tokens also count.
 */
export function sidesOf(reading: Reading, mentions: readonly Mention[]): Sides {
  const [first, other] = distinct(mentions);
  // A message such as "swap usdc to usdc" names the same token twice. The second mention then counts as the second token.
  const second =
    other ??
    mentions.find((mention, i) => i > 0 && mention.role === 'to' && mentions[0]?.role !== 'to' && mention.token.from !== first?.token.from);
  if (first === undefined || isTradedEitherWay(reading)) return { from: null, to: null };
  const verb = mainVerb(reading);
  const isPaid = mentions.some(({ role }) => role === 'with' || role === 'from');
  const lean = (mention: Mention, order: number) => leanOf(reading, mention, verb, isPaid) + order;
  // When the message has a single token and it follows "for", the verb decides its side: in "a limit sell for 0.5 wbtc", the token is sold.
  if (second === undefined && first.role === 'for' && verb !== null)
    return verb === 'gets' ? { from: null, to: first } : { from: first, to: null };
  if (second === undefined) return lean(first, 0) < 0 ? { from: null, to: first } : { from: first, to: null };
  return lean(first, 0.4) >= lean(second, -0.4) ? { from: first, to: second } : { from: second, to: first };
}

function distinct(mentions: readonly Mention[]): readonly Mention[] {
  const seen = new Map<string, Mention>();
  for (const mention of mentions) {
    const key = (mention.token.kind === 'token' ? mention.token.slot : mention.token.text).toLowerCase();
    const known = seen.get(key);
    if (known === undefined) seen.set(key, mention);
    // In "turn usdc to eth, 200 usdc" a token is mentioned twice. The mention with the amount is kept.
    else if (known.amount === null && mention.amount !== null)
      seen.set(key, { ...known, amount: mention.amount, isMeasured: mention.isMeasured });
    // In "if wbtc hits 55000 buy 200 usdc of wbtc", only the second mention stands in the trade.
    else if (known.amount === null && known.role === null && mention.role === 'of') seen.set(key, { ...known, role: mention.role });
  }
  return [...seen.values()];
}

/** Returns a positive number when the user probably gives a token, and a negative number when he probably receives it. */
function leanOf(reading: Reading, mention: Mention, verb: 'gets' | 'gives' | null, isPaid: boolean): number {
  const { token, amount, isMeasured, role, from } = mention;
  const ending = verbEndingOf(reading, mention);
  if (ending !== null) return ending === 'gets' ? -5 : 5;
  const byRole = {
    of: -4,
    to: -3,
    for: verb === 'gets' || isOwn(reading, { amount, from }) || (verb === null && !isPaid && amount !== null && !isMeasured) ? 3 : -2,
    from: 3,
    with: 3,
    in: -2.5,
    on: -2.5,
    object: verb === 'gets' ? -1 : 2,
  } as const;
  let lean = role === null ? 0 : byRole[role];
  const before = verbBefore(reading, from);
  // In "accumulate wbtc: 15 dollars of usdc", the token right after the verb is more likely to be the verb's object than the token that
  // only has an amount.
  if (role === null && before !== null) lean += before === 'gets' ? -2.5 : 2;
  else if (role === null && verb !== null) lean += verb === 'gets' ? -0.5 : 0.5;
  if (amount !== null && !isMeasured) lean += verb === 'gets' ? 0.3 : 1;
  if (isMeasured && verb === 'gets') lean -= 1;
  // In "when weth falls, buy 40 usdc of it", the amount is paid for the other token.
  if (amount !== null && IT.has(reading.words[token.to + 1]?.text ?? '') && reading.words[token.to]?.text === 'of') lean += 6;
  return isAskedFor(reading, token.from) ? lean - 6 : lean;
}

function mainVerb(reading: Reading): 'gets' | 'gives' | null {
  const first = reading.marks
    .filter(({ concept, from }) => (GETS.includes(concept) || GIVES.includes(concept)) && !isNounOfOrder(reading, from))
    .sort((a, b) => a.from - b.from);
  const strong = first.find(({ concept }) => concept !== 'get' && concept !== 'move') ?? first[0];
  if (strong === undefined) return reading.words.some((_, at) => isGiveMe(reading, at)) ? 'gets' : null;
  return GETS.includes(strong.concept) || isForUser(reading, strong.from, strong.to) ? 'gets' : 'gives';
}

/** Whether a word is "order" in a phrase such as "limit order", or the verb with which the user places an order. */
function isNounOfOrder({ words, conceptsAt }: Reading, at: number): boolean {
  if (conceptsAt[at]?.includes('limit') !== true) return false;
  return ORDER_WORDS.has(words[at]?.text ?? '');
}

/**
 * Whether "me" after a verb shows that the user receives its object: "give me eth for 100 usdc". In "swap me 5 usdc for eth", the user gives
 * the object.
 */
function isForUser({ words, entities, conceptsAt, language }: Reading, from: number, to: number): boolean {
  const isMe = ME.has(words[to]?.text ?? '');
  const isBefore = (language === 'pt' || language === 'es') && words[from - 1]?.text === 'me';
  const isJoined = language === 'es' && to - from === 1 && /(?:[aei])me$/.test(words[from]?.text ?? '');
  if (!isMe && !isBefore && !isJoined) return false;
  const isSwap = conceptsAt[to - 1]?.includes('swap') === true;
  const object = isMe ? to + 1 : to;
  return !isSwap || !entities.some((entity) => entity.kind === 'amount' && entity.from === object);
}

/** Whether "give me" stands at a word. It is in a list of its own, because it also introduces questions ("give me the price"). */
function isGiveMe({ words }: Reading, at: number): boolean {
  return words[at]?.text === 'gimme' || (words[at]?.text === 'give' && ME.has(words[at + 1]?.text ?? ''));
}

/**
 * Returns the side of a token from the verb after it, in languages in which the verb follows: "eth satip 100 usdc al" sells ETH. This counts
 * only in a message that both sells and buys, because then the order of the tokens does not show the sides.
 */
function verbEndingOf(reading: Reading, { token, amount, role }: Mention): 'gets' | 'gives' | null {
  if (reading.language !== 'tr' && reading.language !== 'hi') return null;
  const isAsked = hasMark(reading, 0, 'i') || reading.words[0]?.text === 'mujhe';
  if (isAsked && role === 'to' && amount !== null && !hasConcept(reading, ['swap'])) return 'gives';
  if (!hasConcept(reading, ['sell'])) return null;
  return hasMark(reading, token.to, 'sell') ? 'gives' : hasConcept(reading, ['buy']) && hasMark(reading, token.to, 'buy') ? 'gets' : null;
}

/** Whether a message such as "trade me 50 usdc for weth" does not show whether the user gives or receives the first token. */
function isTradedEitherWay(reading: Reading): boolean {
  const { words, entities, language } = reading;
  if (language === 'tr' && ['bana', 'bize'].includes(words[0]?.text ?? '') && hasConcept(reading, ['sell'])) return true;
  const at = words.findIndex(({ text }, i) => text === 'trade' && ME.has(words[i + 1]?.text ?? ''));
  return at >= 0 && entities.some(({ kind, from }) => kind === 'amount' && from === at + 2);
}

/** Whether "my" stands before a token or its amount, so that the user has it and gives it: "for my 0.2 wbtc". */
function isOwn(reading: Reading, { amount, from }: Pick<Mention, 'amount' | 'from'>): boolean {
  return hasMark(reading, from - 1, 'my') || amount?.kind === 'all' || (amount?.kind === 'amount' && amount.unit === 'percent');
}

/** Returns the verb before a token, if only function words stand between them. */
function verbBefore(reading: Reading, from: number): 'gets' | 'gives' | null {
  for (let at = from - 1; at >= Math.max(0, from - 4); at -= 1) {
    if (hasMark(reading, at, 'buy', 'dca', 'accumulate') || (hasMark(reading, at, 'get') && !hasMark(reading, at, 'quote', 'balance')))
      return 'gets';
    if (isGiveMe(reading, at)) return 'gets';
    if (hasMarkOf(reading, at, GIVES)) return isForUser(reading, at, at + 1) ? 'gets' : 'gives';
    if (PURCHASES.has(reading.words[at]?.text ?? '')) return 'gets';
    if (!hasMark(reading, at, 'filler', 'my')) return null;
  }
  return null;
}

const HOW_MUCH: ReadonlySet<string> = new Set([
  ...['much', 'many', 'cuanto', 'cuantos', 'quanto', 'quantos', 'kac', 'kadar', 'kitna', 'kitne'],
]);

/** Whether the message asks for the amount of a token, as in "how much **eth** for 200 usdc" and "quanto recebo de **eth** por 300 usdc". */
function isAskedFor(reading: Reading, from: number): boolean {
  const { words, marks } = reading;
  const textAt = (at: number) => words[at]?.text ?? '';
  if (hasMark(reading, from - 1, 'howmuch') && HOW_MUCH.has(textAt(from - 1))) return true;
  if (!['de', 'of', 'in', 'em', 'en'].includes(textAt(from - 1))) return false;
  if (hasMark(reading, from - 2, 'howmuch') && HOW_MUCH.has(textAt(from - 2))) return true;
  return marks.some(({ concept, from: start, to }) => concept === 'quote' && to === from - 1 && HOW_MUCH.has(textAt(start)));
}
