import type { Slots } from '../agent-service.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { amountOf, amountSlots, emptiedIn } from './amount-slots.ts';
import { tradeChains } from './chain-slots.ts';
import { type Measured, measuredIn } from './measured.ts';
import type { Mention } from './mentions.ts';
import { conditionOf, priceOf, saidDirection } from './price-slots.ts';
import { isSideKnown, pricedSides } from './priced-sides.ts';
import { chainOnly, compact, fiatOf, recipient, slotOf, slotOrNone } from './slot-parts.ts';
import { endOf } from './time-slots.ts';
import { sidesOf } from './trade-sides.ts';
import { isSumOfChange, pricedIn } from './unusable-condition.ts';

export function quotes(reading: Reading, mentions: readonly Mention[]): Slots {
  const isBridge = hasConcept(reading, ['bridge', 'move']) || isAcross(reading);
  const slots = trade(reading, mentions, isBridge);
  return withBridged(slots);
}

/**
 * Adds the token to receive to the slots (values) of a request for a bridge. A bridge delivers the token that it takes, unless the message
 * names another one.
 */
export function withBridged(slots: Slots): Slots {
  const { fromToken, toToken, fromChainId, toChainId } = slots;
  const isSame = toToken === undefined && fromToken !== undefined && toChainId !== undefined && toChainId !== fromChainId;
  return isSame ? { ...slots, toToken: fromToken } : slots;
}

function isAcross(reading: Reading): boolean {
  return entitiesOf(reading, 'chain').length > 1 || hasConcept(reading, ['send']);
}

export function trade(reading: Reading, mentions: readonly Mention[], isBridge: boolean, price: ReturnType<typeof priceOf> = null): Slots {
  const measured = measuredIn(reading, mentions);
  const { from, to } = sidesOf(reading, measured === null ? mentions : paidFirst(mentions, measured));
  const sides = [from, to].filter((side) => side !== null);
  const amount = measured === null ? amountOf(reading, sides, price) : null;
  const isOfTo = amount !== null && amount.kind === 'amount' && amount.unit === 'bare' && to?.amount === amount && !to.isMeasured;
  return compact({
    ...amountSlots(amount),
    fromToken: from === null ? undefined : slotOf(from),
    toToken: to === null ? undefined : slotOf(to),
    ...(isOfTo ? { amountOf: 'toToken' as const } : {}),
    ...tradeChains(reading, isBridge),
  });
}

/** Returns the mentions without the token that only states a value, and with the token that is paid. */
function paidFirst(mentions: readonly Mention[], { of, by }: Measured): readonly Mention[] {
  return mentions.filter((mention) => mention !== by).map((mention) => (mention.token === of.token ? of : mention));
}

export function limitOrder(reading: Reading, mentions: readonly Mention[]): Slots {
  const price = priceOf(reading, mentions);
  const slots = trade(reading, pricedSides(reading, withoutWatched(reading, mentions, price), price), false, price);
  const isPurchase = slots.toToken !== undefined && (slots.fromToken === undefined || watchedOf(mentions, price) === slots.toToken);
  const isUsable = price !== null && !isSumOfChange(reading, price) && pricedIn(reading, price) === null;
  const condition = price === null ? saidDirection(reading) : { condition: conditionOf(reading, price, isPurchase ? 'below' : 'above') };
  const priced = isUsable ? { price: price.value } : {};
  const isKnown = isSideKnown(reading, mentions, price);
  return compact({
    ...(isKnown ? slots : {}),
    ...(isKnown || hasConcept(reading, ['above', 'below']) ? condition : {}),
    ...priced,
    ...(price?.unit === 'money' && price.code !== 'USD' ? { fiat: price.code } : {}),
    until: endOf(reading),
  });
}

/** Removes the token of the condition when the trade itself names two others: "if eth drops to 2000, buy 300 usdc of weth". */
function withoutWatched(reading: Reading, mentions: readonly Mention[], price: AmountEntity | null): readonly Mention[] {
  if (price === null || new Set(mentions.map(slotOf)).size < 3 || !hasConcept(reading, ['if'])) return mentions;
  return mentions.filter(({ token, amount, role }) => amount !== null || role !== null || token.to > price.from);
}

export function buySell(reading: Reading, mentions: readonly Mention[]): Slots {
  const { from, to } = sidesOf(reading, mentions);
  const isSale = hasConcept(reading, ['sell', 'cashout']) || (from !== null && to === null && entitiesOf(reading, 'fiat').length > 0);
  const token = slotOrNone(from ?? to);
  const amount = amountOf(reading, mentions, null);
  const fiat = amount?.kind === 'amount' && amount.unit === 'money' ? { fiat: amount.code } : {};
  return compact({
    ...amountSlots(amount),
    ...fiatOf(reading),
    ...fiat,
    ...(isSale ? { fromToken: token } : { toToken: token }),
    ...tradeChains(reading, false),
  });
}

export function sendToken(reading: Reading, mentions: readonly Mention[]): Slots {
  const receivers = mentions.filter(({ token, role }) => token.kind === 'token' && token.how === 'address' && role === 'to');
  const measured = measuredIn(reading, mentions);
  const sent = measured?.of ?? mentions.find((mention) => !receivers.includes(mention));
  const amount =
    measured === null
      ? (amountOf(reading, sent === undefined ? [] : [sent], null) ?? (sent === undefined ? null : emptiedIn(reading)))
      : null;
  const to = receivers.map(slotOf)[0] ?? recipient(reading).to;
  return compact({ ...amountSlots(amount), fromToken: sent === undefined ? undefined : slotOf(sent), to, ...chainOnly(reading) });
}

/** Returns the token whose price the order waits for: the last token before the price that is not a dollar token. */
function watchedOf(mentions: readonly Mention[], price: AmountEntity | null): string | undefined {
  const ahead = mentions.filter(({ token }) => price === null || token.from < price.from);
  const before = (ahead.length > 0 ? ahead : mentions.filter(({ amount }) => amount !== price)).map(slotOf);
  const others = before.filter((slot) => slot !== undefined && !/^x?(?:usd|dai|frax)|usd$/i.test(slot));
  return (others.length > 0 ? others : before).at(-1);
}
