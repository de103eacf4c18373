import type { Slots } from '../agent-service.ts';
import type { AgentTerm, AmountEntity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import { amountOf, amountSlots } from './amount-slots.ts';
import type { Mention } from './mentions.ts';
import { conditionOf, priceOf, saidDirection } from './price-slots.ts';
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
    ...(percent === undefined && price === null ? saidDirection(reading) : {}),
    ...(price === null ? {} : { condition: conditionOf(reading, price, 'above') }),
    ...(isUsable ? { price: price.value, ...foreign } : {}),
    ...chainOnly(reading),
    ...(isEnd ? { until: endOf(reading) } : {}),
  });
}

type AgentTerms = Pick<Slots, 'depositAmount' | 'maxPerTradeUsd' | 'maxPerDayUsd' | 'maxTradesPerDay'>;

/** What an agent does, as in "an agent that buys $10 of weth every day". In other messages these words are no order. */
const PURCHASES = wordSet('buys buying purchases purchasing accumulates accumulating dcas invests investing');

const SALES = wordSet('sell sells selling');
const GAIN_WORDS = wordSet('profit profits profitable gain gains gained gaining tp ganancia ganancias lucro lucros kar kari munafa');
const LOSS_WORDS = wordSet(
  'loss losses lose loses lost losing sl stoploss stop perdida perdidas prejuizo perda zarar zararda nuksan ghata',
);

export function autopilot(reading: Reading, all: readonly Mention[]): Slots {
  const { count, intervalSeconds } = recurrenceOf(reading);
  const until = endOf(reading);
  const isMove = hasConcept(reading, ['above', 'below']);
  const percents = entitiesOf(reading, 'amount').filter((amount) => amount.unit === 'percent' && !(isMove && amount.isShare === true));
  if (percents.length > 1) return compact({ intervalSeconds, until, ...chainOnly(reading), ...agentTermsOf(reading, null) });
  const [percent] = percents;
  const isEnding = reading.words.some(({ text }) => text === 'profit' || text === 'loss');
  const isBuying = !isEnding && reading.words.some(({ text }) => PURCHASES.has(text));
  const isPurchase = isBuying || hasConcept(reading, ['buy', 'dca']) || hasDip(reading);
  const isExit = !isPurchase && (isEnding || hasConcept(reading, ['sell']));
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
  const sale = percent !== undefined && !isPurchase ? exitAfter(reading, percent, isMove) : {};

  const waitedFor = waits === null ? bound : waits.of;
  const used = waits === null && percent !== undefined ? percent : amountOf(reading, mentions, waitedFor);
  // The token of the deposit is the one that the agent spends: "an agent with 500 usdc that buys $20 of weth".
  const deposit = depositIn(reading);
  const paidIn = isExit ? undefined : deposit?.token?.slot;
  // In "budget 1000 usdc, buy 10 usdc weth", both amounts are of the token that is spent; "an agent for weth with 1000 usdc" buys weth.
  const isTurned = paidIn !== undefined && from !== null && slotOrNone(from) !== paidIn && [paidIn, undefined].includes(slotOrNone(to));
  const [spent, bought] = isTurned ? [paidIn, slotOrNone(from)] : [slotOrNone(from) ?? paidIn, slotOrNone(to)];
  return compact({
    ...(isPurchase && isDoubtful(reading, waitedFor) ? {} : amountSlots(used ?? onlyDeposit(reading))),
    fromToken: spent,
    toToken: bought,
    ...(waits === null ? (percent === undefined && !isPurchase && bound !== null ? exitAt(reading, bound) : sale) : waits.slots),
    intervalSeconds,
    count,
    until,
    ...chainOnly(reading),
    ...agentTermsOf(reading, isExit ? null : spent),
  });
}

/** Whether several amounts could be the amount of a purchase. The user is asked then. */
function isDoubtful(reading: Reading, waitedFor: AmountEntity | null): boolean {
  const amounts = entitiesOf(reading, 'amount').filter((amount) => amount.unit !== 'percent' && amount !== waitedFor);
  return new Set(amounts.map(({ value }) => value)).size > 1;
}

function depositIn(reading: Reading): AgentTerm | undefined {
  return entitiesOf(reading, 'agent-term').find(({ of }) => of === 'deposit');
}

/** Returns the deposit of an agent when it is the only amount of the message, so that the amount of a purchase is still to be asked. */
export function onlyDeposit(reading: Reading): AmountEntity | null {
  const deposit = depositIn(reading);
  const isOnly = entitiesOf(reading, 'amount').every(({ unit }) => unit === 'percent');
  return deposit === undefined || !isOnly
    ? null
    : { kind: 'amount', value: deposit.value, unit: 'bare', from: deposit.from, to: deposit.to };
}

/**
 * Returns the limits that the agent's trades must keep, and the deposit when it is an amount of the token that the agent spends. `spent` is
 * null for an agent that only sells.
 */
function agentTermsOf(reading: Reading, spent: string | undefined | null): AgentTerms {
  const terms = entitiesOf(reading, 'agent-term');
  const valueOn = (of: AgentTerm['of']) => terms.find((term) => term.of === of)?.value;
  const trades = valueOn('trades-per-day');
  const paid = depositIn(reading);
  const isSpent = spent !== null && (paid?.token === undefined || spent === undefined || paid.token.slot === spent);
  return compact({
    depositAmount: isSpent ? paid?.value : undefined,
    maxPerTradeUsd: valueOn('usd-per-trade'),
    maxPerDayUsd: valueOn('usd-per-day'),
    maxTradesPerDay: trades === undefined ? undefined : Number(trades),
  });
}

/** Returns whether a holding is sold after a gain or after a loss in percent; nothing when the message does not say which. */
function exitAfter(reading: Reading, percent: AmountEntity, isMove: boolean): Pick<Slots, 'condition'> {
  if (percent.isNegative === true) return { condition: 'below' };
  const has = (words: ReadonlySet<string>) => reading.words.some(({ text, raw }) => words.has(text) || words.has(raw));
  const [isGain, isLoss] = [has(GAIN_WORDS) || reading.words[percent.from - 1]?.raw === '+', has(LOSS_WORDS)];
  if (isGain !== isLoss) return { condition: isGain ? 'above' : 'below' };
  return isMove ? { condition: conditionOf(reading, percent, 'below') } : {};
}

/**
 * Returns the price at which a holding is sold, as in "take profit at 3000", "a stop loss at 1800" and "sell my weth when it reaches 3500".
 * "Reaches" states no direction, so the result for it has no condition.
 */
function exitAt(reading: Reading, bound: AmountEntity): Pick<Slots, 'condition' | 'price'> {
  const [isProfit, isLoss] = ['profit', 'loss'].map((word) => reading.words.some(({ text }) => text === word));
  const isDollars = bound.unit !== 'money' || bound.code === 'USD';
  if (!isDollars || (isProfit && isLoss)) return {};
  if (isProfit !== isLoss) return { condition: isProfit === true ? 'above' : 'below', price: bound.value };
  if (!hasConcept(reading, ['above', 'below'])) return { price: bound.value };
  return { condition: conditionOf(reading, bound, 'above'), price: bound.value };
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

/** Whether a message names both a purchase and a sale of an agent, which are two strategies. */
export function buysAndSells(reading: Reading): boolean {
  const { words } = reading;
  const isSale = words.some(({ text }) => SALES.has(text)) || words.some(({ text }) => GAIN_WORDS.has(text));
  const isPurchase = words.some(({ text }) => PURCHASES.has(text) || text === 'buy') || hasDip(reading);
  return isSale && isPurchase && entitiesOf(reading, 'amount').length > 1;
}

function hasDip({ words }: Reading): boolean {
  return words.some(({ text }) => text === 'dip' || text === 'dips');
}
