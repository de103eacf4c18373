import type { PendingQuestion, SlotName, Slots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { mentionsOf } from '../slots/mentions.ts';
import { recurrenceOf } from '../slots/time-slots.ts';
import { isInToken } from '../slots/unusable-condition.ts';

const ORDINALS: readonly RegExp[] = [
  /^(?:the )?(?:first|1st|1|one)(?: one)?$/,
  /^(?:the )?(?:second|2nd|2|two)(?: one)?$/,
  /^(?:the )?(?:third|3rd|3|three)(?: one)?$/,
  /^(?:the )?(?:fourth|4th|4)(?: one)?$/,
];

/**
 * Returns the slots that the user's answer to a question fills: those of a chosen option, or the requested values that the message
 * contains. Returns null when the message does not answer the question.
 */
export function answerOf(
  pending: PendingQuestion,
  reading: Reading,
  text: string,
): { readonly slots: Slots; readonly intent?: PendingQuestion['intent'] } | null {
  const chosen = chosenOption(pending, reading, text);
  if (chosen !== null) return { slots: chosen.slots, ...(chosen.intent === undefined ? {} : { intent: chosen.intent }) };
  let slots: Slots = {};
  for (const name of pending.asked) slots = { ...slots, ...valueFor(name, reading) };
  return Object.keys(slots).length === 0 ? null : { slots };
}

/**
 * Joins the slots of the message that led to a question with those of the user's answer. `amountOf` belongs to the amount: it is kept when
 * the answer names only another token, and replaced when the answer names another amount.
 */
export function joinedSlots({ amountOf, ...asked }: Slots, answer: Slots): Slots {
  const isOtherAmount = answer.amount !== undefined || answer.amountKind !== undefined;
  return { ...asked, ...(amountOf === undefined || isOtherAmount ? {} : { amountOf }), ...answer };
}

/**
 * Returns the option of the question that a message chooses: by the option's label, by its place in the list, or by "yes" when there is
 * only one option.
 */
export function chosenOption({ options = [] }: PendingQuestion, { marks, words }: Reading, text: string) {
  const said = plain(text);
  const isYes = options.length === 1 && marks.some(({ concept, to, from }) => concept === 'yes' && to - from >= words.length - 1);
  if (isYes) return options[0] ?? null;
  const exact = options.find(({ label }) => plain(label) === said || plain(label).replace(/ \(.*$/, '') === said);
  if (exact !== undefined) return exact;
  return options[ORDINALS.findIndex((pattern) => pattern.test(said))] ?? null;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[.!?]+$/, '');
}

function valueFor(name: SlotName, reading: Reading): Slots {
  const mention = mentionsOf(reading)
    .map(({ token }) => token)
    .find((token) => token.kind === 'token');
  const symbol = mention?.kind === 'token' ? mention.slot : undefined;
  const address = entitiesOf(reading, 'address')[0]?.text ?? entitiesOf(reading, 'token').find(({ how }) => how === 'address')?.slot;
  const amount = entitiesOf(reading, 'amount')[0] ?? entitiesOf(reading, 'all')[0] ?? null;
  const { intervalSeconds, count, until } = recurrenceOf(reading);
  switch (name) {
    case 'amount':
      return amountSlots(amount);
    case 'price':
      return amount?.kind === 'amount' && amount.unit !== 'percent' && !isInToken(reading, amount) ? { price: amount.value } : {};
    case 'fromToken':
    case 'toToken':
      return symbol === undefined ? {} : { [name]: symbol };
    case 'to':
      return withValue('to', entitiesOf(reading, 'name')[0]?.text ?? address);
    case 'contract':
      return address === undefined ? withValue('fromToken', symbol) : { contract: address };
    case 'hash':
      return withValue('hash', entitiesOf(reading, 'hash')[0]?.text);
    case 'fromChainId':
    case 'toChainId': {
      const id = entitiesOf(reading, 'chain')[0]?.id ?? null;
      return id === null ? {} : { [name]: id };
    }
    case 'intervalSeconds':
      return { ...withValue('intervalSeconds', intervalSeconds), ...withValue('count', count) };
    case 'count':
      return amount?.kind === 'amount' && amount.unit === 'bare' && count === undefined
        ? wholeCount(amount.value)
        : { ...withValue('count', count), ...withValue('until', until) };
    case 'tokenId': {
      const number = entitiesOf(reading, 'item')[0]?.number ?? (amount?.kind === 'amount' && amount.unit === 'bare' ? amount.value : '');
      return /^\d{1,78}$/.test(number) ? { tokenId: number } : {};
    }
    case 'until':
      return withValue('until', until);
    default:
      return {};
  }
}

function wholeCount(value: string): Slots {
  return /^[1-9]\d{0,4}$/.test(value) ? { count: Number(value) } : {};
}

function withValue<K extends SlotName>(name: K, value: Slots[K] | undefined): Slots {
  return value === undefined ? {} : { [name]: value };
}
