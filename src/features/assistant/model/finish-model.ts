import type { PendingQuestion, SlotName, Slots, Step, StepSlots, Understood } from '../understanding/agent-service.ts';
import { joinedSlots } from '../understanding/dialogue/answer-pending.ts';
import { entitiesOf } from '../understanding/entities/reading.ts';
import { questionFor, tokenOptions, unknownTokenText } from '../understanding/slots/ask-back.ts';
import { contradictionIn } from '../understanding/slots/contradictions.ts';
import { withBridged } from '../understanding/slots/fill-trades.ts';
import { unusedValues } from '../understanding/slots/left-out.ts';
import { missingInSteps, missingSlots } from '../understanding/slots/missing-slots.ts';
import { unusablePart } from '../understanding/slots/unusable-parts.ts';
import { amountProblem, timeProblem } from './ground-amounts.ts';
import { groundPlaces } from './ground-places.ts';
import { plainProse, proseProblem } from './ground-prose.ts';
import { invalid, type Problem } from './problem.ts';
import type { Draft } from './read-call.ts';
import type { Sources } from './sources.ts';
import { PROSE_INTENTS } from './tools.ts';

export type Finished =
  | { readonly understood: Understood; readonly problem?: undefined }
  /** The reason why the model's answer cannot be used, as a text that is sent back to the model. */
  | { readonly problem: Problem; readonly understood?: undefined };

/**
 * Accepts the model's answer only when each of its values comes from the user, and adds the fields that every agent service must return.
 */
export function finishModel(
  draft: Draft,
  of: { readonly sources: Sources; readonly pending: PendingQuestion | undefined; readonly grammar: Understood },
): Finished {
  const { sources, pending } = of;
  const { intent, text } = draft;
  if (PROSE_INTENTS.includes(intent)) return finishProse(draft, text ?? '', of);
  const grounded = groundAll(draft.slots, sources);
  if (grounded.problem !== undefined) return grounded;
  // A message that fills all required slots (values that the request needs) is a new request, and not an answer to the pending question.
  // The built-in grammar decides in the same way.
  const isAnswer = pending?.intent === intent && missingSlots(intent, grounded.slots).length > 0 && hasAny(grounded.slots);
  const joined = isAnswer ? joinedSlots(pending.slots, grounded.slots) : grounded.slots;
  const slots = intent === 'quotes' ? withBridged(joined) : joined;
  const [reading] = sources.readings;
  const base = baseOf(draft, slots, of, isAnswer);
  const wrong = contradictionIn(intent, slots, reading);
  if (wrong !== null) return { understood: { ...base, intent: 'error', slots: {}, missing: [], text: wrong } };
  const operation = draft.operation ?? (of.grammar.intent === intent ? of.grammar.operation : undefined);
  if (operation !== undefined) return { understood: { ...base, missing: [], operation } };
  const unusable = unusablePart(intent, reading);
  if (unusable?.asks === null) return { understood: { ...base, intent: 'error', slots: {}, missing: [], text: unusable.text } };
  const missing = slots.steps === undefined ? missingSlots(intent, slots) : missingInSteps(slots);
  if (unusable !== null) {
    const { [unusable.asks]: _unusable, ...usable } = slots;
    const lacking = missing.filter((name) => name !== unusable.asks);
    return { understood: { ...base, slots: usable, missing: [unusable.asks, ...lacking], text: unusable.text } };
  }
  return { understood: { ...base, missing, ...askedBack(draft, missing, sources) } };
}

/** Builds the question about missing slots (values that the request needs), with options when the user named a token that is not listed. */
function askedBack(
  { intent }: Draft,
  missing: readonly SlotName[],
  { readings: [reading] }: Sources,
): Pick<Understood, 'text' | 'options'> {
  const tokenSlot = missing.find((name) => name === 'fromToken' || name === 'toToken');
  const unlisted = tokenSlot === undefined ? undefined : entitiesOf(reading, 'unknown')[0];
  if (tokenSlot !== undefined && unlisted !== undefined) {
    const options = unlisted.isLookAlike ? [] : tokenOptions(tokenSlot, unlisted.near);
    return { text: unknownTokenText(unlisted), ...(options.length === 0 ? {} : { options }) };
  }
  const text = questionFor(intent, missing);
  return text === '' ? {} : { text };
}

function baseOf(
  { intent, confidence, leftOut }: Draft,
  slots: Slots,
  { sources, pending }: { readonly sources: Sources; readonly pending: PendingQuestion | undefined },
  isAnswer: boolean,
): Understood {
  const [input = ''] = sources.texts;
  // The model lists words that it did not use; only those that the message contains are kept. Values of the message that no slot contains
  // are always reported as unused, even if the model does not list them.
  const words = leftOut.map(plainProse).filter((word) => word !== '' && input.includes(word.toLowerCase()));
  const unused = unusedValues(sources.readings[0], slots);
  const all = [...unused, ...words.filter((word) => !unused.some((one) => one.toLowerCase().includes(word.toLowerCase())))];
  return {
    ...{ intent, slots, confidence: Math.round(confidence * 100) / 100, by: 'model', missing: [], leftOut: [...new Set(all)] },
    ...(pending === undefined ? {} : { pending: isAnswer ? 'filled' : 'dropped' }),
  };
}

function finishProse(draft: Draft, written: string, of: Parameters<typeof finishModel>[1]): Finished {
  const text = plainProse(written);
  const problem = text === '' ? invalid('text is empty') : proseProblem(text, of.sources);
  if (problem !== null) return { problem };
  return { understood: { ...baseOf(draft, {}, of, false), leftOut: [], text } };
}

function groundAll({ steps, ...own }: Slots, sources: Sources): { slots: Slots; problem?: undefined } | { problem: Problem } {
  const whole = groundOne(own, sources);
  if (whole.problem !== undefined || steps === undefined) return whole;
  const grounded: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const one = groundOne(step.slots, sources);
    if (one.problem !== undefined) return { problem: { ...one.problem, text: `step ${at + 1}: ${one.problem.text}` } };
    grounded.push({ ...step, slots: one.slots, usesEarlier: step.usesEarlier && at > 0 });
  }
  return { slots: { ...whole.slots, steps: grounded } };
}

function groundOne(slots: StepSlots, sources: Sources): ReturnType<typeof groundPlaces> {
  const problem = amountProblem(slots, sources) ?? timeProblem(slots, sources) ?? pairProblem(slots);
  return problem === null ? groundPlaces(slots, sources) : { problem };
}

function pairProblem({ amountOf, toToken }: StepSlots): Problem | null {
  return amountOf !== undefined && toToken === undefined ? invalid('amountOf is "toToken" without a toToken') : null;
}

function hasAny(slots: Slots): boolean {
  return Object.keys(slots).length > 0;
}
