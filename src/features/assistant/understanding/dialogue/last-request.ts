import { PENDING_FOR_MS } from '../../../../values/assistant/chat-turn.ts';
import type { Intent, Operation, RecentMessage, Slots, Understood } from '../agent-service.ts';
import { plain } from '../finish-understanding.ts';

/** The request of the newest message of the conversation, to which a message such as "make it 100" refers. */
export type LastRequest = {
  readonly intent: Intent;
  readonly slots: Slots;
  readonly operation: Operation | undefined;
  readonly answer: NonNullable<RecentMessage['answer']>;
  /** Whether the message is so new that a later one can still change it. */
  readonly isFresh: boolean;
};

/** Intents whose answers are prepared transactions, offers or stored records. A doubtful change of such a request is asked about. */
const ORDERS: readonly Intent[] = [
  ...(['quotes', 'send_token', 'dca', 'limit_order', 'price_alert', 'buy_sell', 'buy_bz_token', 'batch', 'workflow', 'autopilot'] as const),
];
/** Intents whose requests are stored when the message is answered. */
const STORED: readonly Intent[] = ['price_alert', 'limit_order'];

/** Returns the request of the newest message; null when there is none. */
export function lastRequest(recent: readonly RecentMessage[], nowMs: number): LastRequest | null {
  const last = recent.findLast(({ from }) => from === 'user');
  if (last?.intent === undefined) return null;
  const { intent, slots = {}, operation, answer = 'card', sentAtMs } = last;
  return { intent, slots, operation, answer, isFresh: sentAtMs !== undefined && nowMs - sentAtMs <= PENDING_FOR_MS };
}

export function isOrder({ intent }: Pick<LastRequest, 'intent'>): boolean {
  return ORDERS.includes(intent);
}

/** Whether the request has created an alert or an order that waits for a price. */
export function isStored({ intent, operation, answer }: LastRequest): boolean {
  return STORED.includes(intent) && operation === undefined && answer === 'card';
}

/** Describes a request in a few words: "the transfer of 5 USDC". */
export function describe({ intent, slots: { amount, amountKind, fromToken, toToken, price } }: LastRequest): string {
  const much = amount === undefined || amountKind === 'percent' ? '' : `${amountKind === 'usd' ? '$' : ''}${amount} `;
  const [from, to] = [fromToken ?? '', toToken === undefined ? '' : ` to ${toToken}`];
  switch (intent) {
    case 'send_token':
      return `the transfer of ${much}${from}`.trimEnd();
    case 'quotes':
      return `the trade of ${much}${from}${to}`.trimEnd();
    case 'dca':
      return 'the plan';
    case 'price_alert':
      return `the ${from} alert${price === undefined ? '' : ` at ${price}`}`;
    case 'limit_order':
      return `the limit order${price === undefined ? '' : ` at ${price}`}`;
    case 'autopilot':
      return 'the draft of the agent';
    case 'batch':
    case 'workflow':
      return 'the steps';
    default:
      return 'the order';
  }
}

/** Answers a message that seems to change an order, but is not clear enough to prepare anything. */
export function askForWhole(last: LastRequest, why: 'unclear' | 'late' | 'unanswered'): Understood {
  const texts = {
    unclear: `I did not change ${describe(last)}, because I did not understand all of your message. Send the whole order again.`,
    late: `You asked for ${describe(last)} more than ${PENDING_FOR_MS / 60_000} minutes ago, so I do not change it. Send the whole order again.`,
    unanswered: 'I am not sure which order you mean. Send the whole order again.',
  };
  return plain('text', 0.9, texts[why]);
}
