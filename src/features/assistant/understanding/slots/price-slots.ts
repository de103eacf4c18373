import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, hasMark, type Reading } from '../entities/reading.ts';
import { isPrice } from '../intents/compared-numbers.ts';
import type { Mention } from './mentions.ts';

export type Condition = 'above' | 'below' | 'change';

/**
 * Returns the amount that is a price: the amount after a word such as "above" or "at" or, without such a word, the sum of money or the
 * number that belongs to no token.
 */
export function priceOf(reading: Reading, mentions: readonly Mention[]): AmountEntity | null {
  const amounts = entitiesOf(reading, 'amount').filter(({ unit }) => unit !== 'percent');
  const at = amounts.find((amount) => isAt(reading, amount)) ?? amounts.find((amount, i) => i > 0 && isAfterLimit(reading, amount));
  const compared = amounts.filter((amount) => isPrice(reading, amount));
  if (at !== undefined || compared.length > 0) return at ?? nearest(reading, compared);
  const paid = new Set(mentions.flatMap(({ amount }) => (amount === null ? [] : [amount.from])));
  const free = amounts.filter(({ from }) => !paid.has(from));
  return free.find(({ unit }) => unit === 'money') ?? free.at(-1) ?? null;
}

/** Returns the amount that is closest to its word of comparison, such as "above". */
function nearest(reading: Reading, amounts: readonly AmountEntity[]): AmountEntity | null {
  const distanceOf = ({ from, to }: AmountEntity) =>
    [1, 2, 3].find((back) => hasMark(reading, from - back, 'above', 'below', 'reach')) ?? (reading.words[to]?.text === 'or' ? 1 : 9);
  return amounts.toSorted((a, b) => distanceOf(a) - distanceOf(b) || b.from - a.from)[0] ?? null;
}

/** Turkish endings and Hindi words after the price of an order: "3500 usdc'den", "3500 par". */
const PRICE_ENDINGS: ReadonlySet<string> = new Set(["'den", "'dan", "'ten", "'tan", 'par', 'pe', 'fiyattan', 'fiyatindan']);

function isAt(reading: Reading, { from, to }: AmountEntity): boolean {
  const { words, language } = reading;
  const before = words[from - 1];
  if (language === 'es' || language === 'pt') {
    if (['a', 'em', 'en', 'por'].includes(before?.text ?? '') && hasConcept(reading, ['limit'])) return true;
  }
  if ((language === 'tr' || language === 'hi') && hasConcept(reading, ['limit'])) {
    if ([to, to + 1].some((at) => PRICE_ENDINGS.has(words[at]?.text ?? ''))) return true;
  }
  return before?.raw === '@' || before?.raw === '=' || ['at', 'price'].includes(before?.text ?? '');
}

/** Whether a number follows "limit". The first number of "buy limit 1 weth at 3500" is the amount, so this is asked only of later ones. */
function isAfterLimit({ words }: Reading, { from }: AmountEntity): boolean {
  return words[from - 1]?.text === 'limit';
}

/**
 * Returns the condition (above, below) that the words before or after a price express. "hits 5000" states no direction, so the result for
 * it is `fallback`.
 */
export function conditionOf(reading: Reading, price: AmountEntity | null, fallback: Condition): Condition {
  const sides = reading.marks
    .filter(({ concept, from, to }) => ['above', 'below', 'reach'].includes(concept) && !isInEntity(reading, from, to))
    .map(({ concept, from }) => ({
      concept,
      distance: price === null ? 0 : from < price.from ? price.from - from : 20 + from - price.from,
    }));
  for (const [at, { raw }] of reading.words.entries()) {
    if (/^[<≤]$/.test(raw)) sides.push({ concept: 'below', distance: Math.abs((price?.from ?? at) - at) });
    if (/^[>≥]$/.test(raw)) sides.push({ concept: 'above', distance: Math.abs((price?.from ?? at) - at) });
  }
  const decided = sides.filter(({ concept }) => concept !== 'reach').sort((a, b) => a.distance - b.distance)[0];
  if (decided === undefined) return fallback;
  return decided.concept === 'below' ? 'below' : 'above';
}

function isInEntity({ entities }: Reading, from: number, to: number): boolean {
  return entities.some((entity) => entity.kind !== 'past' && from < entity.to && to > entity.from);
}

/** Returns the direction that a message without a price states, as in "alert me when eth is under". */
export function saidDirection(reading: Reading): { readonly condition?: Condition } {
  return hasConcept(reading, ['above', 'below']) ? { condition: conditionOf(reading, null, 'above') } : {};
}
