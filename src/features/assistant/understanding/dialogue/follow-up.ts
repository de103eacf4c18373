import type { Intent, RecentMessage, Slots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import type { Features } from '../intents/features.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { mentionsOf } from '../slots/mentions.ts';

/** Intents whose requests a follow-up message can repeat with other values ("the same on base"). */
const REPEATABLE: readonly Intent[] = [
  ...(['quotes', 'send_token', 'check_balance', 'market_intel', 'token_safety', 'price_alert', 'limit_order', 'dca', 'portfolio'] as const),
  ...(['tx_history', 'history', 'nft_info', 'contract_audit', 'buy_sell'] as const),
];
const MOST_WORDS = 12;

export type FollowUp = { readonly intent: Intent; readonly slots: Slots };

/**
 * Understands follow-up messages such as "the same on base", "make it 200" or "what about usdx?". The result is the previous request with
 * the values of this message.
 */
export function followUpOf(reading: Reading, features: Features, recent: readonly RecentMessage[]): FollowUp | null {
  if (!features.has('again') || reading.words.length > MOST_WORDS) return null;
  const last = recent.findLast(({ intent }) => intent !== undefined && REPEATABLE.includes(intent));
  if (last?.intent === undefined) return null;
  const amount = entitiesOf(reading, 'amount')[0] ?? entitiesOf(reading, 'all')[0] ?? null;
  const token = mentionsOf(reading).find((mention) => mention.token.kind === 'token');
  const chain = entitiesOf(reading, 'chain').find(({ id }) => id !== null)?.id ?? null;
  const isRepeat = amount === null && token === undefined && chain === null;
  if (isRepeat && !reading.marks.some(({ concept, from, to }) => concept === 'again' && to - from >= reading.words.length - 2)) return null;
  const before: Slots = last.slots ?? {};
  const { amount: oldAmount, amountKind: oldKind, amountOf, ...others } = before;
  // A message such as "make it half" means half of the balance of the token to spend, even when the previous amount was an amount to
  // receive.
  const isShare = amount !== null && (amount.kind === 'all' || amount.unit === 'percent');
  const rest: Slots = amountOf === undefined || isShare ? others : { ...others, amountOf };
  const kept =
    amount === null
      ? { ...rest, ...(oldAmount === undefined ? {} : { amount: oldAmount }), ...(oldKind === undefined ? {} : { amountKind: oldKind }) }
      : rest;
  const slot = token?.token.kind === 'token' ? token.token.slot : undefined;
  const side = token?.role === 'to' || (before.toToken !== undefined && token?.role === null) ? 'toToken' : 'fromToken';
  const isBoth = chain !== null && before.toToken !== undefined;
  return {
    intent: last.intent,
    slots: {
      ...kept,
      ...amountSlots(amount),
      ...(slot === undefined ? {} : { [before.toToken === undefined ? 'fromToken' : side]: slot }),
      ...(chain === null ? {} : { fromChainId: chain, ...(isBoth ? { toChainId: chain } : {}) }),
    },
  };
}
