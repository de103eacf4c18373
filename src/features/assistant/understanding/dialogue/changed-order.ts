import type { Intent, Option, SlotName, Slots } from '../agent-service.ts';
import type { EntityKind } from '../entities/entity.ts';
import { hasMark, type Reading } from '../entities/reading.ts';
import { isPrice } from '../intents/compared-numbers.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { conditionOf } from '../slots/price-slots.ts';
import { countIn } from '../slots/time-slots.ts';
import type { NewValues } from './new-values.ts';
import { scaledAmount } from './scaled-amount.ts';

/** A request with changed values. `asks` is what must be asked before it can be answered; `missing` may be empty when options decide. */
export type Changed = {
  readonly slots: Slots;
  readonly asks?: { readonly missing: readonly SlotName[]; readonly text: string; readonly options: readonly Option[] };
};

/** The kinds of values that a message can change in the request before it. Requests with other intents cannot be changed. */
export const CHANGEABLE: Partial<Readonly<Record<Intent, readonly EntityKind[]>>> = {
  send_token: ['amount', 'all', 'token', 'address', 'name', 'chain'],
  quotes: ['amount', 'all', 'token', 'chain'],
  buy_sell: ['amount', 'all', 'token', 'fiat'],
  dca: ['amount', 'token', 'chain', 'interval', 'times', 'span', 'until'],
  price_alert: ['amount', 'token', 'until', 'fiat'],
  limit_order: ['amount', 'token', 'until'],
  check_balance: ['token', 'chain', 'address', 'name', 'fiat'],
  portfolio: ['chain', 'address', 'name', 'fiat'],
  wallet_card: ['chain', 'address', 'name', 'fiat'],
  history: ['token', 'chain'],
  tx_history: ['token', 'chain', 'address', 'name'],
  market_intel: ['token', 'chain', 'fiat'],
  token_safety: ['token', 'chain', 'address'],
  contract_audit: ['token', 'chain', 'address'],
  nft_info: ['chain'],
  switch_chain: ['chain'],
};

/** Returns the request with the new values; null when it is not clear which of its values they replace. */
export function changedOrder(intent: Intent, before: Slots, values: NewValues, reading: Reading): Changed | null {
  switch (intent) {
    case 'send_token':
      return changedTransfer(before, values);
    case 'quotes':
    case 'buy_sell':
    case 'dca':
      return changedTrade(intent, before, values);
    case 'price_alert':
      return changedAlert(before, values, reading);
    case 'limit_order':
      return changedLimit(before, values, reading);
    case 'switch_chain':
      return values.chain?.id == null ? null : { slots: { toChainId: values.chain.id } };
    default:
      return { slots: changedQuestion(intent, before, values) };
  }
}

function changedTransfer(before: Slots, values: NewValues): Changed | null {
  const { token, receiver, chain } = values;
  const isContract = token?.token.how === 'address';
  if (isContract && receiver !== null) return null;
  const to = isContract ? token.token.slot : receiver;
  const slots = {
    ...before,
    ...(token === null || isContract ? {} : { fromToken: token.token.slot }),
    ...(to === null ? {} : { to }),
    ...(chain?.id == null ? {} : { fromChainId: chain.id }),
  };
  return withAmount(slots, before, values);
}

function changedTrade(intent: Intent, before: Slots, values: NewValues): Changed | null {
  const { token, amount, chain } = values;
  const symbol = token?.token.slot;
  let slots = before;
  let isOfReceived = before.amountOf === 'toToken';
  if (symbol !== undefined && token?.amount === amount && amount !== null) {
    // "10 wbtc" says the amount of a token: of which side it is must be clear.
    if (symbol !== before.fromToken && symbol !== before.toToken) return null;
    isOfReceived = symbol === before.toToken;
  } else if (symbol !== undefined) {
    const replaced = values.replaced.find(({ entity }) => entity.kind === 'token')?.slot;
    const named = token?.role === 'from' || token?.role === 'with' || token?.role === 'of' ? ('fromToken' as const) : ('toToken' as const);
    const only = before.toToken === undefined ? ('fromToken' as const) : named;
    slots = { ...slots, [replaced === 'fromToken' || replaced === 'toToken' ? replaced : only]: symbol };
  }
  if (chain?.id != null) slots = { ...slots, ...chainSlots(before, { id: chain.id, role: chain.role }) };
  if (intent === 'dca') slots = withSchedule(slots, values);
  const { amountOf: _of, ...others } = slots;
  return withAmount(isOfReceived ? { ...others, amountOf: 'toToken' } : others, before, values);
}

/** "On base" is the chain of the whole trade; "to arbitrum" is the chain on which the tokens arrive. */
function chainSlots(
  { fromChainId, toChainId, toToken }: Slots,
  { id, role }: { readonly id: number; readonly role: string | null },
): Slots {
  const isBridge = toToken === undefined || (toChainId !== undefined && toChainId !== fromChainId);
  if (role === 'to' || (isBridge && role !== 'from')) return { toChainId: id };
  return role === 'from' ? { fromChainId: id } : { fromChainId: id, toChainId: id };
}

function withSchedule(before: Slots, { interval, count, span, until }: NewValues): Slots {
  const intervalSeconds = interval?.seconds ?? before.intervalSeconds;
  const spanned = span === null || intervalSeconds === undefined ? undefined : countIn(span, intervalSeconds);
  const times = count?.count ?? spanned;
  const { count: _c, until: _u, ...kept } = before;
  const end = times !== undefined ? { count: times } : until !== null ? { until } : null;
  return { ...(end === null ? before : kept), ...(intervalSeconds === undefined ? {} : { intervalSeconds }), ...end };
}

/** Replaces the amount. A share of a stated amount and of the balance are different amounts, so the user is asked which one is meant. */
function withAmount(slots: Slots, before: Slots, { amount }: NewValues): Changed | null {
  if (amount === null) return { slots };
  const { amount: old, amountKind, amountOf, fiat, ...others } = slots;
  const of: Slots = amountOf === undefined ? {} : { amountOf };
  if (amount.kind === 'all') return { slots: { ...others, amountKind: 'all' } };
  const isMoney = before.amountKind === 'usd' || before.fiat !== undefined;
  if (amount.unit === 'bare' && isMoney && before.amount !== undefined) return { slots: { ...slots, amount: amount.value } };
  const isShareOfWhat = amount.unit === 'percent' && old !== undefined && amountKind !== 'percent' && amountKind !== 'all';
  if (!isShareOfWhat) return { slots: { ...others, ...(amount.unit === 'percent' ? {} : of), ...amountSlots(amount) } };
  const half = amount.value === '50' ? scaledAmount(old, 'half') : null;
  const kind = amountKind === undefined ? {} : { amountKind };
  const money = fiat === undefined ? {} : { fiat };
  return {
    slots: others,
    asks: {
      missing: ['amount'],
      text: `Is that ${amount.value} % of the ${old} that you named, or of your balance? How much?`,
      options: [
        ...(half === null ? [] : [{ label: half, slots: { ...of, ...kind, ...money, amount: half } }]),
        { label: `${amount.value} % of the balance`, slots: { amount: amount.value, amountKind: 'percent' as const } },
      ],
    },
  };
}

function changedAlert(before: Slots, { amount, token, until, fiat }: NewValues, reading: Reading): Changed | null {
  if (token !== null && token.amount !== null && token.amount === amount) return null;
  const { price, amount: percent, amountKind: _k, condition, ...others } = before;
  const base = {
    ...others,
    ...(token === null ? {} : { fromToken: token.token.slot }),
    ...(until === null ? {} : { until }),
    ...(fiat === null ? {} : { fiat }),
  };
  if (amount?.kind === 'amount' && amount.unit === 'percent')
    return condition === 'change' ? { slots: { ...base, amount: amount.value, amountKind: 'percent', condition } } : null;
  if (amount?.kind === 'amount') {
    if (price === undefined && !isPrice(reading, amount)) return null;
    const side = condition === 'change' ? 'above' : (condition ?? 'above');
    const money = amount.unit === 'money' && amount.code !== 'USD' && amount.code !== undefined ? { fiat: amount.code } : {};
    return { slots: { ...base, price: amount.value, condition: conditionOf(reading, amount, side), ...money } };
  }
  if (condition === 'change' && percent !== undefined) return { slots: { ...before, ...base } };
  // The price of one token says nothing about another one.
  if (token !== null)
    return {
      slots: { ...base, ...(condition === undefined ? {} : { condition }) },
      asks: { missing: ['price'], text: 'At what price?', options: [] },
    };
  return price === undefined ? null : { slots: { ...before, ...base } };
}

function changedLimit(before: Slots, values: NewValues, reading: Reading): Changed | null {
  const { amount, token, until } = values;
  if (amount?.kind === 'all' || (amount?.kind === 'amount' && amount.unit === 'percent')) return null;
  const base = until === null ? before : { ...before, until };
  if (token !== null && (token.amount === null || token.amount !== amount)) return changedWatched(base, values, reading);
  if (amount === null) return { slots: base };
  const asPrice = { ...base, price: amount.value };
  const asAmount = { ...base, amount: amount.value, amountKind: 'token' as const };
  if (token !== null) {
    const spends = token.token.slot === (before.amountOf === 'toToken' ? before.toToken : before.fromToken);
    return spends ? { slots: asAmount } : null;
  }
  const isMarked = isPrice(reading, amount) || ['at', '@', 'price'].includes(reading.words[amount.from - 1]?.text ?? '');
  if (isMarked) return { slots: { ...asPrice, condition: conditionOf(reading, amount, before.condition === 'below' ? 'below' : 'above') } };
  const wasAmount = values.replaced.some(({ slot }) => slot === 'amount');
  if (wasAmount) return { slots: asAmount };
  const isNearPrice = isWithin(amount.value, before.price, 2) && !isWithin(amount.value, before.amount, 10);
  if (isNearPrice || amount.unit === 'money' || values.replaced.some(({ slot }) => slot === 'price')) return { slots: asPrice };
  return {
    slots: base,
    asks: {
      missing: [],
      text: `Is ${amount.value} the new price, or the new amount?`,
      options: [
        { label: 'The price', slots: { price: amount.value } },
        { label: 'The amount', slots: { amount: amount.value, amountKind: 'token' } },
      ],
    },
  };
}

/** The same order for another token: its price is another one, too. */
function changedWatched(before: Slots, { token, amount }: NewValues, reading: Reading): Changed | null {
  const { price: _p, ...others } = before;
  const sides = (['fromToken', 'toToken'] as const).filter((name) => before[name] !== undefined);
  const [side] = sides;
  if (token === null || side === undefined || sides.length > 1) return null;
  const slots = { ...others, [side]: token.token.slot };
  if (amount === null) return { slots, asks: { missing: ['price'], text: 'At what price?', options: [] } };
  const isMarked = amount.kind === 'amount' && (isPrice(reading, amount) || hasMark(reading, amount.from - 1, 'above', 'below'));
  return isMarked ? { slots: { ...slots, price: amount.value } } : null;
}

function isWithin(value: string, old: string | undefined, factor: number): boolean {
  const ratio = Number(value) / Number(old ?? Number.NaN);
  return ratio <= factor && ratio >= 1 / factor;
}

function changedQuestion(intent: Intent, before: Slots, { token, chain, receiver, fiat }: NewValues): Slots {
  const isOfContract = intent === 'token_safety' || intent === 'contract_audit';
  const { contract: _c, fromToken: _f, ...others } = before;
  const named =
    token !== null
      ? { ...others, fromToken: token.token.slot }
      : isOfContract && receiver !== null
        ? { ...others, contract: receiver }
        : before;
  return {
    ...named,
    ...(receiver === null || isOfContract ? {} : { to: receiver }),
    ...(chain?.id == null ? {} : { fromChainId: chain.id }),
    ...(fiat === null ? {} : { fiat }),
  };
}
