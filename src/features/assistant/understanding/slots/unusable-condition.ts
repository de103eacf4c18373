import type { AmountEntity, TokenEntity } from '../entities/entity.ts';
import { entitiesOf, hasMark, type Reading } from '../entities/reading.ts';
import { isPrice } from '../intents/compared-numbers.ts';
import { wordSet } from '../text/word-set.ts';

/** Words that may stand between "by" and the amount of a change. */
const AFTER_BY: ReadonlySet<string> = new Set(['about', 'around', 'roughly', 'at', 'least', 'more', 'than', 'over', 'another', 'some']);
/** Verbs after which any amount is an amount of change. */
const CHANGES = wordSet('loses lose gains gain moves move swings swing shifts sheds adds');
/** Words after or before which a sum of money is a change of the price, as in "drops $100" and "is $100 lower". */
const MOVES = wordSet(
  'drops drop falls fall rises rise climbs climb jumps jump dips dip sinks slips pumps dumps up down lower higher cheaper',
);
const RATIOS: ReadonlySet<string> = new Set(['per', 'against', 'vs', 'versus']);
/** Names of dollar tokens. */
export const DOLLARS = /^x?(?:usd|dai|frax)|usd$/i;

/** Whether an amount is a change of the price by a sum, as in "falls by $100", and not a price. */
export function isSumOfChange({ words }: Reading, { from, to, unit }: AmountEntity): boolean {
  if (unit === 'percent') return false;
  let at = from - 1;
  while (at > 0 && AFTER_BY.has(words[at]?.text ?? '')) at -= 1;
  if (words[at]?.text === 'by' || CHANGES.has(words[at]?.text ?? '')) return true;
  return unit === 'money' && (MOVES.has(words[from - 1]?.text ?? '') || MOVES.has(words[to]?.text ?? ''));
}

/** Whether an amount is of a token that is no dollar token, so that it cannot be a price in dollars. */
export function isInToken(reading: Reading, { to, unit }: AmountEntity): boolean {
  return unit === 'bare' && entitiesOf(reading, 'token').some(({ from, slot }) => from === to && !DOLLARS.test(slot));
}

/** Whether a token only states the currency of a price, as in "under 2000 usdc". */
export function isPriceUnit({ entities }: Pick<Reading, 'entities'>, { from, slot }: TokenEntity, price: string): boolean {
  return DOLLARS.test(slot) && entities.some((entity) => entity.kind === 'amount' && entity.to === from && entity.value === price);
}

/** Returns the token in which a price is stated, as in "weth is under 0.04 wbtc"; null for dollar tokens, which count as dollars. */
export function pricedIn(reading: Reading, { to, unit }: AmountEntity): TokenEntity | null {
  const tokens = entitiesOf(reading, 'token');
  const beside = unit === 'bare' ? (tokens.find(({ from }) => from === to) ?? ratioTo(reading, tokens)) : undefined;
  if (beside === undefined || DOLLARS.test(beside.slot)) return null;
  const isOther = tokens.some(({ slot, from }) => from < beside.from && slot !== beside.slot && !DOLLARS.test(slot));
  return isOther ? beside : null;
}

/** Returns the second token of a ratio, as in "weth/wbtc" and "eth against wbtc". */
function ratioTo({ words }: Reading, tokens: readonly TokenEntity[]): TokenEntity | undefined {
  return tokens.find(({ from }) => {
    const join = words[from - 1];
    return (join?.raw === '/' || RATIOS.has(join?.text ?? '')) && tokens.some(({ to }) => to === from - 1);
  });
}

/** Returns the amounts of the message that are prices or changes for which an alert or an order waits, in the order of the message. */
export function conditionsIn(reading: Reading): readonly AmountEntity[] {
  const amounts = entitiesOf(reading, 'amount').toSorted((a, b) => a.from - b.from);
  const isFar = reading.language === 'tr' || reading.language === 'hi';
  return amounts.filter((amount, i) => {
    const isShare = amount.isShare === true;
    if (isShare || (amount.unit !== 'percent' && !isPrice(reading, amount))) return false;
    if (isFar) return amount.unit !== 'percent';
    const end = amounts[i - 1]?.to ?? 0;
    return [1, 2, 3].some((back) => amount.from - back >= end && isComparison(reading, amount.from - back));
  });
}

function isComparison(reading: Reading, at: number): boolean {
  return hasMark(reading, at, 'above', 'below', 'reach', 'change') || ['<', '>', '≤', '≥'].includes(reading.words[at]?.raw ?? '');
}
