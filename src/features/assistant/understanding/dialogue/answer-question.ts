import { type PendingQuestion, type Question, type SlotName, UNSURE_ORDER, type Understood } from '../agent-service.ts';
import { type Analysis, hasVerb, isRefusal } from '../analyse-message.ts';
import type { Reading } from '../entities/reading.ts';
import { finished, plain } from '../finish-understanding.ts';
import { confidenceOf } from '../intents/score-intents.ts';
import { questionFor } from '../slots/ask-back.ts';
import { fillSlots } from '../slots/fill-slots.ts';
import { missingSlots } from '../slots/missing-slots.ts';
import { operationOf } from '../slots/operation.ts';
import { afterConnecting } from './after-connecting.ts';
import { answerOf, chosenOption, joinedSlots, startsWithValue } from './answer-pending.ts';
import { standingChoice } from './standing-choice.ts';

/**
 * Minimum confidence (from 0 to 1) with which a message counts as a new request and ends a pending question. A less clear message that only
 * names values is taken as the answer to the question.
 */
const CLEAR = 0.6;

export const LEFT_ALONE: Understood = { ...plain('text', 1, 'All right, I leave it.'), pending: 'dropped' };

/**
 * Understands the answer to a question. Returns null for a message that is about something else. A message that is neither is asked about
 * again, so that the question is not lost.
 */
export function answerPending(analysis: Analysis, question: Question, text: string): Understood | null {
  const { pending } = question;
  if (pending === undefined) return null;
  const { reading } = analysis;
  if (isRefusal(analysis)) return LEFT_ALONE;
  if (pending.waitsForWallet === true) return afterConnecting(pending, reading, text);
  const standing = standingChoice(pending, reading, text);
  if (standing !== null) return standing;
  const isChosen = chosenOption(pending, reading, text) !== null;
  if (!isChosen && isOtherRequest(analysis, pending)) return null;
  // The answer to a question about an existing alert or order must not create a new one.
  const answer = pending.operation === undefined ? answerOf(pending, reading, text) : null;
  if (answer === null) return changesOther(pending, reading) ? UNCLEAR_CHANGE : askedAgain(pending);
  const intent = answer.intent ?? pending.intent;
  return { ...finished(intent, joinedSlots(pending.slots, answer.slots), 0.9, reading, []), pending: 'filled' };
}

/** Whether a message makes a request of its own, and so ends the question that it does not answer. */
function isOtherRequest({ reading, features, scored, steps }: Analysis, pending: PendingQuestion): boolean {
  const [best] = scored;
  const own = best === undefined ? {} : fillSlots(best.intent, reading);
  const isOwn = best?.intent === pending.intent && missingSlots(best.intent, own).length === 0;
  const isAboutExisting = best !== undefined && operationOf(best.intent, reading, own) !== undefined;
  if ((isOwn || isAboutExisting) && steps === null) return true;
  if (startsWithValue(reading)) return false;
  return steps !== null || (best !== undefined && best.intent !== pending.intent && hasVerb(features) && confidenceOf(scored) >= CLEAR);
}

/**
 * Whether a message names another value of the request than the question asks for: "no wait, usdc" in answer to "How much?". The question
 * is then dropped, because its next answer would complete a request that the user wants to change.
 */
function changesOther({ asked, slots }: PendingQuestion, { entities }: Reading): boolean {
  const known = Object.values(slots).map(String);
  const isAsked = (...names: readonly SlotName[]) => names.some((name) => asked.includes(name));
  return entities.some((entity) => {
    switch (entity.kind) {
      case 'token':
        return !isAsked('fromToken', 'toToken') && !known.includes(entity.slot);
      case 'address':
      case 'name':
        return !isAsked('to', 'contract') && !known.includes(entity.text);
      case 'chain':
        return !isAsked('fromChainId', 'toChainId') && !known.includes(String(entity.id));
      case 'interval':
        return !isAsked('intervalSeconds') && !known.includes(String(entity.seconds));
      default:
        return false;
    }
  });
}

const UNCLEAR_CHANGE: Understood = {
  ...plain('text', 1, 'I am not sure what you want to change, so I leave the question. Send the whole request again.'),
  pending: 'dropped',
};

function askedAgain({ intent, slots, asked, operation, options = [] }: PendingQuestion): Understood {
  const again = asked.length > 0 ? questionFor(intent, asked) : `Choose one of these: ${options.map(({ label }) => label).join(', ')}.`;
  return {
    ...{ intent, slots, by: 'grammar', missing: asked, options, leftOut: [] },
    confidence: asked.length > 0 ? 0.9 : UNSURE_ORDER,
    ...(operation === undefined ? {} : { operation }),
    text: `I cannot use that as the answer. ${again} To leave it, say "never mind".`,
  };
}
