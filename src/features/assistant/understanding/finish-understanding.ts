import type { Intent, Option, SlotName, Slots, Understood } from './agent-service.ts';
import type { UnknownToken } from './entities/entity.ts';
import { entitiesOf, type Reading, textOf } from './entities/reading.ts';
import type { Scored } from './intents/score-intents.ts';
import { intentOption, questionFor, tokenOptions, unknownTokenText } from './slots/ask-back.ts';
import { contradictionIn } from './slots/contradictions.ts';
import { amountDoubt, withoutAmount } from './slots/doubtful-amount.ts';
import { onlyDeposit } from './slots/fill-automation.ts';
import { leftOutOf } from './slots/left-out.ts';
import { missingInSteps, missingSlots } from './slots/missing-slots.ts';
import { operationOf } from './slots/operation.ts';
import { unusablePart } from './slots/unusable-parts.ts';

/**
 * Builds the result of understanding a message from its intent and its slots (values in the message). It adds the slots that are missing, a
 * contradiction if there is one, and the words that had no influence on the result.
 */
export function finished(intent: Intent, filled: Slots, confidence: number, reading: Reading, doubtful: readonly Scored[]): Understood {
  // A number that is a price which cannot be used is no second amount.
  const isPriceAsked = unusablePart(intent, reading)?.asks === 'price';
  const doubt = isPriceAsked ? null : amountDoubt(intent, filled, reading);
  const slots = doubt === null ? filled : withoutAmount(filled);
  const wrong = contradictionIn(intent, slots, reading);
  if (wrong !== null) return { ...plain('error', confidence, wrong), leftOut: leftOutOf(reading, slots) };
  const operation = operationOf(intent, reading, slots);
  const unusable = operation === undefined ? unusablePart(intent, reading) : null;
  if (unusable?.asks === null) return { ...plain('error', confidence, unusable.text), leftOut: leftOutOf(reading, slots) };
  const unlisted = entitiesOf(reading, 'unknown')[0];
  const required = slots.steps === undefined ? missingSlots(intent, slots) : missingInSteps(slots);
  const needed: readonly SlotName[] =
    slots.depositAmount !== undefined && onlyDeposit(reading) !== null ? ['amount', ...required] : required;
  const unclear = doubt === null || needed.includes('amount') ? needed : [...needed, 'amount' as const];
  const lacking = operation === undefined ? withUnknown(unclear, unlisted, intent) : [];
  const missing = unusable === null ? lacking : [unusable.asks, ...lacking.filter((name) => name !== unusable.asks)];
  const guess = entitiesOf(reading, 'token').find(({ how }) => how === 'near');
  const options = doubtful.length > 1 ? doubtful.map((one) => intentOption(one.intent)) : optionsFor(missing, unlisted);
  const asked = doubt !== null && missing[0] === 'amount' ? doubt : questionFor(intent, missing);
  const text = unusable?.text ?? (unlisted !== undefined && missing.length > 0 ? unknownTokenText(unlisted) : asked);
  return {
    intent,
    slots: operation === undefined ? slots : withoutAll(slots),
    confidence: guess !== undefined ? Math.max(0, Math.round((confidence - 0.1) * 100) / 100) : confidence,
    by: 'grammar',
    missing,
    ...(operation === undefined ? {} : { operation }),
    ...(options.length === 0 ? {} : { options }),
    leftOut: leftOutOf(reading, slots),
    ...(guess === undefined ? {} : { notice: `I read "${textOf(reading, guess.from, guess.to)}" as ${guess.slot}.` }),
    ...(text === '' ? {} : { text }),
  };
}

/**
 * Returns the slots (values of a request) without the "all" of "cancel all limit orders", which is no amount of a token, and without the
 * "drop" of "drop my alerts", which is no direction of a price.
 */
function withoutAll({ amountKind, condition, ...slots }: Slots): Slots {
  return {
    ...slots,
    ...(amountKind === undefined || amountKind === 'all' ? {} : { amountKind }),
    ...(condition === undefined || slots.price === undefined ? {} : { condition }),
  };
}

/** When the message names an unknown token, the bot asks for that token. */
function withUnknown(missing: readonly SlotName[], unlisted: UnknownToken | undefined, intent: Intent): readonly SlotName[] {
  const takesToken = ![
    'text',
    'fallback',
    'create_dapp',
    'connect_wallet',
    'portfolio',
    'wallet_card',
    'history',
    'tx_history',
    'switch_chain',
  ].includes(intent);
  if (unlisted === undefined || !takesToken || missing.some((name) => name === 'fromToken' || name === 'toToken')) return missing;
  return ['fromToken', ...missing];
}

function optionsFor(missing: readonly SlotName[], unlisted: UnknownToken | undefined): readonly Option[] {
  const slot = missing.find((name) => name === 'fromToken' || name === 'toToken');
  return slot === undefined || unlisted === undefined || unlisted.isLookAlike ? [] : tokenOptions(slot, unlisted.near);
}

export function plain(intent: Intent, confidence: number, text: string): Understood {
  return { intent, slots: {}, confidence, by: 'grammar', missing: [], leftOut: [], text };
}
