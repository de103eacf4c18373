import type { PendingQuestion, SlotName, Slots, Step } from '../agent-service.ts';
import type { Entity } from '../entities/entity.ts';
import { entitiesOf, hasConcept, hasMarkOf, isTaken, type Reading } from '../entities/reading.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { fillSlots } from '../slots/fill-slots.ts';
import { unusedValues } from '../slots/left-out.ts';
import { mentionsOf } from '../slots/mentions.ts';
import { missingInSteps } from '../slots/missing-slots.ts';
import { conditionOf, saidDirection } from '../slots/price-slots.ts';
import { recurrenceOf } from '../slots/time-slots.ts';
import { isInToken } from '../slots/unusable-condition.ts';
import { wordSet } from '../text/word-set.ts';
import { ROLE_LISTS } from './explained-words.ts';

const ORDINALS: readonly RegExp[] = [
  /^(?:the )?(?:first|1st|1|one)(?: one)?$/,
  /^(?:the )?(?:second|2nd|2|two)(?: one)?$/,
  /^(?:the )?(?:third|3rd|3|three)(?: one)?$/,
  /^(?:the )?(?:fourth|4th|4)(?: one)?$/,
];

export type PendingAnswer = { readonly slots: Slots; readonly intent?: PendingQuestion['intent'] };

/**
 * Returns the slots that the user's answer to a question fills: those of a chosen option, or the requested values that the message contains
 * with further values that the request does not have yet. Returns null when the message does not answer the question, or contains anything
 * else: "not 5" and "my friend said 5" are no answers to "How much?".
 */
export function answerOf(pending: PendingQuestion, reading: Reading, text: string): PendingAnswer | null {
  const chosen = chosenOption(pending, reading, text);
  if (chosen !== null) return { slots: chosen.slots, ...(chosen.intent === undefined ? {} : { intent: chosen.intent }) };
  const slots = filledBy(pending, reading);
  if (Object.keys(slots).length === 0) return null;
  const also = pending.asked.includes('price') ? DIRECTIONS : [];
  return hasOnlyValues(reading, also) && unusedValues(reading, joinedSlots(pending.slots, slots)).length === 0 ? { slots } : null;
}

/** Whether a message begins with a value, as an answer does and a new request does not. */
export function startsWithValue(reading: Reading): boolean {
  const first = reading.words.findIndex((word, at) => isTaken(reading, at) || (word.kind === 'word' && !isAnswerWord(reading, at)));
  return first >= 0 && isTaken(reading, first);
}

/** Returns the values for the question, each from another part of the message, and those that the request does not have yet. */
function filledBy({ intent, slots: known, asked }: PendingQuestion, reading: Reading): Slots {
  if (known.steps !== undefined) return stepFilledBy(known.steps, asked, reading);
  let [slots, rest]: readonly [Slots, Reading] = [{}, reading];
  for (const name of asked) {
    const value = valueFor(name, rest);
    slots = { ...slots, ...value };
    rest = withoutUsed(rest, value);
  }
  const own = Object.entries(fillSlots(intent, rest)).filter(([name]) => !(name in known) && !(name in slots));
  return { ...slots, ...Object.fromEntries(own) };
}

/** Returns the steps with the first incomplete one filled. */
function stepFilledBy(steps: readonly Step[], asked: readonly SlotName[], reading: Reading): Slots {
  const lacks = steps.map((step) => missingInSteps({ steps: [step] }).filter((name) => asked.includes(name)));
  const at = lacks.findIndex((names) => names.length > 0);
  const step = steps[at];
  if (step === undefined) return {};
  const slots = filledBy({ intent: step.intent, slots: step.slots, asked: lacks[at] ?? [] }, reading);
  return Object.keys(slots).length === 0 ? {} : { steps: steps.with(at, { ...step, slots: joinedSlots(step.slots, slots) }) };
}

/** Returns the reading without the first entity that has one of the values, so that no part of a message fills two slots. */
function withoutUsed(reading: Reading, value: Slots): Reading {
  const texts = Object.values(value).map(String);
  const used = reading.entities.find((entity) => texts.includes(entityText(entity)));
  return used === undefined ? reading : { ...reading, entities: reading.entities.filter((entity) => entity !== used) };
}

function entityText(entity: Entity): string {
  switch (entity.kind) {
    case 'amount':
      return entity.value;
    case 'all':
      return 'all';
    case 'token':
      return entity.slot;
    case 'address':
    case 'name':
    case 'hash':
      return entity.text;
    default:
      return '';
  }
}

/** Words and signs that may stand beside the values of an answer. Any other word, such as "not", may mean that the value is not wanted. */
const ANSWER_WORDS = wordSet(
  'please pls plz thanks thank you thx just about around exactly total in all let s go with use make take it d like i want the a an of my to on for per each is and ' +
    'ok okay yes yeah yep sure good fine worth = . , ! ; : por favor porfa gracias obrigado obrigada lutfen tesekkurler kripya dhanyavad si sim evet haan ' +
    'la el los las os as o e y un una um uma de do da en em para a al ke ko ka ki se mein ile icin kadar times purchases vezes veces kez kere baar',
);
/** Words beside a price that state from where it is reached. */
const DIRECTIONS = ['above', 'below', 'reach'];
const EMOJI = /^\p{Extended_Pictographic}/u;

function isAnswerWord(reading: Reading, at: number): boolean {
  const { text = '', raw = '' } = reading.words[at] ?? {};
  return ANSWER_WORDS.has(text) || ANSWER_WORDS.has(raw) || EMOJI.test(raw) || hasMarkOf(reading, at, ROLE_LISTS);
}

function hasOnlyValues(reading: Reading, also: readonly string[]): boolean {
  return reading.words.every((_, at) => isTaken(reading, at) || isAnswerWord(reading, at) || hasMarkOf(reading, at, also));
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
    .replace(/[.!?]+$/, '')
    .replace(/,? (?:please|pls)$/, '');
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
      return amount?.kind === 'amount' && amount.unit !== 'percent' && !isInToken(reading, amount)
        ? { price: amount.value, ...(hasConcept(reading, ['above', 'below']) ? { condition: conditionOf(reading, amount, 'above') } : {}) }
        : {};
    case 'condition':
      return saidDirection(reading);
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
