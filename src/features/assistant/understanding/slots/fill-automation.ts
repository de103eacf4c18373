import type { Slots } from '../agent-service.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { amountOf, amountSlots } from './amount-slots.ts';
import type { Mention } from './mentions.ts';
import { conditionOf, priceOf } from './price-slots.ts';
import { chainOnly, compact, fiatOf, slotOf, slotOrNone } from './slot-parts.ts';
import { endOf, recurrenceOf } from './time-slots.ts';
import { sidesOf } from './trade-sides.ts';

export function priceAlert(reading: Reading, mentions: readonly Mention[]): Slots {
  const percent = entitiesOf(reading, 'amount').find(({ unit }) => unit === 'percent');
  const price = percent === undefined ? priceOf(reading, []) : null;
  const token = mentions[0];
  const foreign = price?.unit === 'money' && price.code !== 'USD' ? { fiat: price.code } : fiatOf(reading);
  const isEnd = hasConcept(reading, ['if']) || price !== null || percent !== undefined;
  return compact({
    ...(token === undefined ? {} : { fromToken: slotOf(token) }),
    ...(percent === undefined ? {} : { amount: percent.value, amountKind: 'percent' as const, condition: 'change' as const }),
    ...(price === null ? {} : { price: price.value, condition: conditionOf(reading, price, 'above'), ...foreign }),
    ...chainOnly(reading),
    ...(isEnd ? { until: endOf(reading) } : {}),
  });
}

export function autopilot(reading: Reading, mentions: readonly Mention[]): Slots {
  const { intervalSeconds, until } = recurrenceOf(reading);
  const percent = entitiesOf(reading, 'amount').find(({ unit }) => unit === 'percent');
  const amount = amountSlots(percent ?? amountOf(reading, mentions, null));
  if (entitiesOf(reading, 'amount').filter(({ unit }) => unit === 'percent').length > 1)
    return compact({ intervalSeconds, until, ...chainOnly(reading) });
  const isMove = hasConcept(reading, ['above', 'below']) && percent !== undefined;
  const sides = sidesOf(reading, mentions);
  const isPurchase = hasConcept(reading, ['buy', 'dca']) || hasDip(reading);
  const [from, to] =
    sides.from !== null && sides.to !== null
      ? [sides.from, sides.to]
      : isPurchase && mentions[0]?.amount === null
        ? [null, mentions[0]]
        : [mentions[0] ?? null, null];
  const condition = isMove ? { condition: conditionOf(reading, percent, 'below') } : {};
  return compact({
    ...amount,
    fromToken: slotOrNone(from),
    toToken: slotOrNone(to),
    ...condition,
    intervalSeconds,
    until,
    ...chainOnly(reading),
  });
}

function hasDip({ words }: Reading): boolean {
  return words.some(({ text }) => text === 'dip' || text === 'dips');
}
