import type { Slots } from '../agent-service.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
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

/** What an agent does, as in "an agent that buys $10 of weth every day". In other messages these words are no order. */
const PURCHASES = wordSet('buys buying purchases purchasing accumulates accumulating dcas invests investing');

export function autopilot(reading: Reading, all: readonly Mention[]): Slots {
  const { count, intervalSeconds } = recurrenceOf(reading);
  const until = endOf(reading);
  const limits = tradeLimitsOf(reading);
  const isMove = hasConcept(reading, ['above', 'below']);
  const percents = entitiesOf(reading, 'amount').filter(
    (amount) => amount.unit === 'percent' && !(isMove && amount.isShare === true) && !isSlippage(reading, amount),
  );
  if (percents.length > 1) return compact({ intervalSeconds, until, ...chainOnly(reading), ...limits });
  const [percent] = percents;
  const isEnding = reading.words.some(({ text }) => text === 'profit' || text === 'loss');
  const isBuying = !isEnding && reading.words.some(({ text }) => PURCHASES.has(text));
  const isPurchase = isBuying || hasConcept(reading, ['buy', 'dca']) || hasDip(reading);
  const isExit = !isPurchase && isEnding;
  const paid = all.map(({ amount }) => amount);
  const bound = conditionsIn(reading).find((amount) => amount.unit !== 'percent' && (isExit || !paid.includes(amount))) ?? null;
  // In "stop loss on weth at 1800 usdc", the amount of dollars is the price and not what is paid.
  const mentions = isExit && bound !== null ? all.filter(({ amount }) => amount !== bound) : all;
  const sides = sidesOf(reading, mentions);
  const [from, to] =
    sides.from !== null && sides.to !== null
      ? [sides.from, sides.to]
      : isPurchase && (mentions[0]?.amount === null || (mentions[0]?.amount.kind === 'amount' && mentions[0].amount.unit === 'money'))
        ? [null, mentions[0]]
        : [mentions[0] ?? null, null];
  const waits =
    isPurchase && to !== null && (isMove || (hasDip(reading) && percent !== undefined)) ? purchaseWaits(reading, percent ?? bound) : null;
  const sale = isMove && percent !== undefined ? { condition: conditionOf(reading, percent, 'below') } : {};

  const used = waits === null ? (percent ?? amountOf(reading, mentions, bound)) : amountOf(reading, mentions, waits.of);
  return compact({
    ...amountSlots(used),
    fromToken: slotOrNone(from),
    toToken: slotOrNone(to),
    ...(waits === null ? (percent === undefined && !isPurchase && bound !== null ? exitAt(reading, bound) : sale) : waits.slots),
    intervalSeconds,
    count,
    until,
    ...chainOnly(reading),
    ...limits,
  });
}

/** Returns the limits that the agent's trades must keep, as in "at most 100 usd a day". */
function tradeLimitsOf(reading: Reading): Pick<Slots, 'maxPerTradeUsd' | 'maxPerDayUsd' | 'maxTradesPerDay'> {
  const limits = entitiesOf(reading, 'trade-limit');
  const limitOn = (of: (typeof limits)[number]['of']) => limits.find((limit) => limit.of === of)?.value;
  const trades = limitOn('trades-per-day');
  return compact({
    maxPerTradeUsd: limitOn('usd-per-trade'),
    maxPerDayUsd: limitOn('usd-per-day'),
    maxTradesPerDay: trades === undefined ? undefined : Number(trades),
  });
}

/** Returns the price at which a holding is sold, as in "take profit at 3000" and "a stop loss at 1800". */
function exitAt(reading: Reading, bound: AmountEntity): Pick<Slots, 'condition' | 'price'> {
  const [isProfit, isLoss] = ['profit', 'loss'].map((word) => reading.words.some(({ text }) => text === word));
  const isDollars = bound.unit !== 'money' || bound.code === 'USD';
  return isProfit === isLoss || !isDollars ? {} : { condition: isProfit === true ? 'above' : 'below', price: bound.value };
}

/** Whether a percentage is the slippage of a policy's trades, as in "with 2% slippage" and "slippage of 1%". */
function isSlippage({ words }: Reading, { from, to }: AmountEntity): boolean {
  return [from - 2, from - 1, to, to + 1].some((at) => words[at]?.text === 'slippage');
}

/**
 * Returns for what a purchase waits: a fall in percent, which is the price with the condition "change", or a price. A rise in percent has
 * no price, because no strategy buys after a rise.
 */
function purchaseWaits(
  reading: Reading,
  of: AmountEntity | null,
): { readonly of: AmountEntity; readonly slots: Pick<Slots, 'condition' | 'price'> } | null {
  if (of === null) return null;
  const condition = conditionOf(reading, of, 'below');
  if (of.unit !== 'percent') return { of, slots: { condition, price: of.value } };
  return { of, slots: condition === 'below' ? { condition: 'change', price: of.value } : { condition } };
}

function hasDip({ words }: Reading): boolean {
  return words.some(({ text }) => text === 'dip' || text === 'dips');
}
