import type { Slots } from '../agent-service.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { amountOf, amountSlots } from './amount-slots.ts';
import type { Mention } from './mentions.ts';
import { conditionOf, priceOf } from './price-slots.ts';
import { chainOnly, compact, fiatOf, slotOf, slotOrNone } from './slot-parts.ts';
import { endOf, recurrenceOf } from './time-slots.ts';
import { sidesOf } from './trade-sides.ts';
import { conditionsIn, isSumOfChange, pricedIn } from './unusable-condition.ts';

export function priceAlert(reading: Reading, mentions: readonly Mention[]): Slots {
  const percent = entitiesOf(reading, 'amount').find(({ unit }) => unit === 'percent');
  const price = percent === undefined ? priceOf(reading, []) : null;
  const isUsable = price !== null && !isSumOfChange(reading, price) && pricedIn(reading, price) === null;
  const token = mentions[0];
  const foreign = price?.unit === 'money' && price.code !== 'USD' ? { fiat: price.code } : fiatOf(reading);
  const isEnd = hasConcept(reading, ['if']) || price !== null || percent !== undefined;
  return compact({
    ...(token === undefined ? {} : { fromToken: slotOf(token) }),
    ...(percent === undefined ? {} : { amount: percent.value, amountKind: 'percent' as const, condition: 'change' as const }),
    ...(price === null ? {} : { condition: conditionOf(reading, price, 'above') }),
    ...(isUsable ? { price: price.value, ...foreign } : {}),
    ...chainOnly(reading),
    ...(isEnd ? { until: endOf(reading) } : {}),
  });
}

export function autopilot(reading: Reading, mentions: readonly Mention[]): Slots {
  const { intervalSeconds, count } = recurrenceOf(reading);
  const until = endOf(reading);
  const percents = entitiesOf(reading, 'amount').filter(({ unit }) => unit === 'percent');
  if (percents.length > 1) return compact({ intervalSeconds, until, ...chainOnly(reading) });
  const [percent] = percents;
  const sides = sidesOf(reading, mentions);
  const isPurchase = hasConcept(reading, ['buy', 'dca']) || hasDip(reading);
  const [from, to] =
    sides.from !== null && sides.to !== null
      ? [sides.from, sides.to]
      : isPurchase && mentions[0]?.amount === null
        ? [null, mentions[0]]
        : [mentions[0] ?? null, null];
  const isMove = hasConcept(reading, ['above', 'below']);
  const waits =
    isPurchase && to !== null && (isMove || (hasDip(reading) && percent !== undefined)) ? purchaseWaits(reading, percent) : null;
  const sale = isMove && percent !== undefined ? { condition: conditionOf(reading, percent, 'below') } : {};
  // In "when weth falls 8% buy 40 usdc of it", the token that falls is the one to buy, and the amount is of the token to spend.
  const isTurned = waits !== null && hasConcept(reading, ['it']) && to?.amount !== null && from?.amount === null;
  const used = waits === null ? (percent ?? amountOf(reading, mentions, null)) : amountOf(reading, mentions, waits.of);
  return compact({
    ...amountSlots(used),
    fromToken: slotOrNone(isTurned ? to : from),
    toToken: slotOrNone(isTurned ? from : to),
    ...(waits === null ? sale : waits.slots),
    intervalSeconds,
    count,
    until,
    ...chainOnly(reading),
  });
}

/**
 * Returns for what a purchase waits: a fall in percent, which is the price with the condition "change", or a price. A rise in percent has
 * no price, because no strategy buys after a rise.
 */
function purchaseWaits(
  reading: Reading,
  percent: AmountEntity | undefined,
): { readonly of: AmountEntity; readonly slots: Pick<Slots, 'condition' | 'price'> } | null {
  const of = percent ?? conditionsIn(reading).find(({ unit }) => unit !== 'percent');
  if (of === undefined) return null;
  const condition = conditionOf(reading, of, 'below');
  if (percent === undefined) return { of, slots: { condition, price: of.value } };
  return { of, slots: condition === 'below' ? { condition: 'change', price: percent.value } : { condition } };
}

function hasDip({ words }: Reading): boolean {
  return words.some(({ text }) => text === 'dip' || text === 'dips');
}
