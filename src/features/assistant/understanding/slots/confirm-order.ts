import {
  ASKS_BACK_BELOW,
  type ChainWords,
  type Intent,
  type Option,
  type StepSlots,
  UNSURE_ORDER,
  type Understood,
} from '../agent-service.ts';
import type { Reading } from '../entities/reading.ts';
import { intentOption } from './ask-back.ts';
import { doubtOf } from './doubtful-order.ts';

const VERBS: Readonly<Partial<Record<Intent, string>>> = {
  ...{ quotes: 'swap', send_token: 'send', dca: 'buy regularly', limit_order: 'limit order', buy_sell: 'buy or sell for money' },
  ...{ price_alert: 'price alert', revoke_approvals: 'token approvals', switch_chain: 'switch the chain' },
};

/** Makes an order of which some words are doubtful so unsure that the user is asked before anything is done. */
export function withDoubt(order: Understood, reading: Reading): Understood {
  const { intent, slots, missing, operation, confidence } = order;
  if (operation !== undefined || confidence < ASKS_BACK_BELOW) return order;
  const doubt = doubtOf(intent, slots, reading);
  if (doubt === null) return order;
  const unsure = { ...order, confidence: Math.min(UNSURE_ORDER, confidence) };
  if (missing.length > 0) return unsure;
  const option = confirmation(order, reading.question.supportedChains);
  return { ...unsure, text: `I understood: ${said(option)}. ${doubt}`, options: [option] };
}

/**
 * Adds the question for a request that is complete but not sure. The question says what was understood, and its only option is that
 * request, so that "yes" goes on. When several requests are possible, it asks which of them is meant.
 */
export function withConfirmation(understood: Understood, chains: readonly ChainWords[]): Understood {
  const { intent, confidence, missing, text, operation, options = [] } = understood;
  if (confidence >= ASKS_BACK_BELOW || missing.length > 0 || text !== undefined || intent === 'error') return understood;
  if (options.length > 1) return { ...understood, text: 'Which of these do you mean?' };
  // Which orders or alerts are to be stopped is no slot, so an option cannot contain it.
  if (operation !== undefined) return { ...understood, text: 'I am not sure what you mean. Say it again in other words.' };
  const option = confirmation(understood, chains);
  return { ...understood, text: `Do you mean this: ${said(option)}? Say "yes" to go on.`, options: [option] };
}

/** Returns the option with which the user confirms a request. Its label describes the whole request. */
function confirmation({ intent, slots }: Understood, chains: readonly ChainWords[]): Option {
  const steps = slots.steps ?? [{ intent, slots }];
  const text = steps.map((step) => orderText(step.intent, step.slots, chains)).join(', then ');
  return { label: text.charAt(0).toUpperCase() + text.slice(1), slots, intent };
}

function said({ label }: Option): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** Describes a request by its slots (values of the request), such as "send 5 USDC to bob.eth". */
function orderText(intent: Intent, slots: StepSlots, chains: readonly ChainWords[]): string {
  const { fromToken, toToken, fromChainId, toChainId, to, amountOf, condition, price, intervalSeconds, count, until } = slots;
  const verb = VERBS[intent] ?? intentOption(intent).label.toLowerCase();
  const amount = amountText(slots);
  const [from, into] = amountOf === 'toToken' ? [fromToken, joined(amount, toToken)] : [joined(amount, fromToken), toToken];
  const chainOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? `chain ${id}`;
  return joined(
    verb,
    from,
    into === undefined || into === '' ? undefined : `to ${into}`,
    to === undefined ? undefined : `to ${to}`,
    fromChainId === undefined ? undefined : `from ${chainOf(fromChainId)}`,
    toChainId === undefined ? undefined : `to ${chainOf(toChainId)}`,
    price === undefined ? undefined : `${condition === 'above' || condition === 'below' ? `${condition} ` : 'at '}${price}`,
    intervalSeconds === undefined ? undefined : `every ${intervalText(intervalSeconds)}`,
    count === undefined ? undefined : `${count} times`,
    until === undefined ? undefined : `until ${until}`,
  );
}

function amountText({ amount, amountKind, fiat }: StepSlots): string | undefined {
  if (amountKind === 'all') return 'all';
  if (amount === undefined) return undefined;
  if (amountKind === 'percent') return `${amount} % of`;
  return amountKind === 'usd' ? `$${amount} of` : fiat === undefined ? amount : `${amount} ${fiat} of`;
}

function intervalText(seconds: number): string {
  const units = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds % unit === 0) ?? [1, 'seconds'];
  return `${seconds / size} ${name}`;
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
