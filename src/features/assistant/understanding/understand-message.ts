import { ASKS_BACK_BELOW, MOST_STEPS, type PendingQuestion, type Question, type Understood } from './agent-service.ts';
import { type Analysis, analyse, hasVerb, isLookAlike, isRefusal } from './analyse-message.ts';
import { answerOf, chosenOption, joinedSlots, startsWithValue } from './dialogue/answer-pending.ts';
import { followUpOf } from './dialogue/follow-up.ts';
import { finished, plain } from './finish-understanding.ts';
import { isPlainOrder } from './intents/order-lead.ts';
import { confidenceOf } from './intents/score-intents.ts';
import { questionFor } from './slots/ask-back.ts';
import { fillSlots } from './slots/fill-slots.ts';
import { leftOutOf } from './slots/left-out.ts';
import { missingSlots } from './slots/missing-slots.ts';
import { type Steps, slotsOfSteps } from './steps/build-steps.ts';
import { isPlain, MOST_CHARACTERS, normaliseText } from './text/normalise.ts';

/**
 * Minimum confidence (from 0 to 1) with which a message counts as a new request and ends a pending question. A less clear message that only
 * names values is taken as the answer to the question.
 */
const CLEAR = 0.6;

/** The confidence (from 0 to 1) in a request with unusual words before its verb. It is so low that the bot asks the user before it acts. */
const UNSURE_ORDER = 0.4;

const NOT_UNDERSTOOD = 'I did not understand that. Try "swap 10 usdc to eth", "what is my balance?" or "alert me when eth is under 2800".';

const HIDDEN =
  'The message contains hidden, raised or specially styled characters, so it may not mean what it shows. Type it again without them.';

const LEFT_ALONE: Understood = { ...plain('text', 1, 'All right, I leave it.'), pending: 'dropped' };

const REFUSED = 'I do not act on that. I answer questions and prepare transactions that your own wallet signs.';

/**
 * Interprets one message by the built-in grammar. `question` is the message with its conversation, chains and tokens. The result depends
 * only on `question` and the time.
 */
export function understandMessage(question: Question, nowMs: number): Understood {
  const read = readSafely(question, nowMs);
  if ('refused' in read) return read.refused;
  const { analysis, text } = read;
  const { pending } = question;
  if (pending !== undefined) {
    const answered = answerPending(analysis, question, text);
    if (answered !== null) return answered;
  }
  return withCut(ownMeaning(analysis, question), question);
}

/**
 * Interprets a message about which the grammar alone must decide, even if a language model is configured: an empty or disguised message, a
 * message on which the assistant must not act, an order with an unusable address or chain, a chosen option, and "never mind". Returns null for all other messages.
 */
export function decidedByGrammar(question: Question, nowMs: number): Understood | null {
  const read = readSafely(question, nowMs);
  if ('refused' in read) return read.refused;
  const { analysis, text } = read;
  const { pending } = question;
  if (pending !== undefined && chosenOption(pending, analysis.reading, text) !== null) return answerPending(analysis, question, text);
  if (pending !== undefined && isRefusal(analysis)) return LEFT_ALONE;
  const mustNot = analysis.steps === null && analysis.scored[0]?.intent === 'fallback';
  if (mustNot) return withCut(ownMeaning(analysis, question), question);
  if (!hasUnusablePlace(analysis)) return null;
  const own = ownMeaning(analysis, question);
  return own.intent === 'error' ? withCut(own, question) : null;
}

/** Whether the message names an address that is a part of a longer text, an address with a wrong checksum, or a chain that is not supported. */
function hasUnusablePlace({ reading }: Analysis): boolean {
  return reading.entities.some(
    (entity) =>
      (entity.kind === 'broken' && entity.isJoined === true) ||
      (entity.kind === 'address' && entity.isMistyped === true) ||
      (entity.kind === 'chain' && entity.id === null),
  );
}

function readSafely(
  question: Question,
  nowMs: number,
): { readonly refused: Understood } | { readonly analysis: Analysis; readonly text: string } {
  const { text, hasHidden } = normaliseText(question.input);
  if (text.trim() === '') return { refused: plain('fallback', 1, 'The message is empty.') };
  if (hasHidden) return { refused: plain('error', 1, HIDDEN) };
  const analysis = analyse(text, question, nowMs);
  const alike = isPlain(text) ? undefined : analysis.reading.words.find(({ raw }) => isLookAlike(raw, question));
  if (alike === undefined) return { analysis, text };
  const what = `"${alike.raw.slice(0, 40)}" mixes letters of several alphabets, or only looks like another word. Type it again.`;
  return { refused: plain('error', 1, what) };
}

function withCut(understood: Understood, { input, pending }: Question): Understood {
  const isCut = input.length > MOST_CHARACTERS;
  if (!isCut && pending === undefined) return understood;
  const leftOut = isCut ? [...understood.leftOut, `everything after ${MOST_CHARACTERS} characters`] : understood.leftOut;
  return { ...understood, leftOut, ...(pending === undefined ? {} : { pending: 'dropped' as const }) };
}

function ownMeaning(analysis: Analysis, question: Question): Understood {
  const { reading, features, scored, steps } = analysis;
  const [best] = scored;
  if (steps !== null) return ofSteps(analysis, steps);
  const followUp =
    best === undefined || confidenceOf(scored) < ASKS_BACK_BELOW || !hasVerb(features)
      ? followUpOf(reading, features, question.recent)
      : null;
  if (followUp !== null) return finished(followUp.intent, followUp.slots, 0.8, reading, []);
  if (best === undefined) return { ...plain('fallback', 0, NOT_UNDERSTOOD), leftOut: leftOutOf(reading, {}) };
  if (best.intent === 'fallback') return { ...plain('fallback', confidenceOf(scored), REFUSED), leftOut: leftOutOf(reading, {}) };
  const confidence = isPlainOrder(best.intent, reading) ? confidenceOf(scored) : Math.min(UNSURE_ORDER, confidenceOf(scored));
  return finished(
    best.intent,
    fillSlots(best.intent, reading),
    confidence,
    reading,
    confidence < ASKS_BACK_BELOW ? scored.slice(0, 3) : [],
  );
}

function ofSteps({ reading, features, scored }: Analysis, steps: Steps): Understood {
  const isChained = steps.isChained || features.has('workflow') || features.has('if');
  const intent = isChained && !features.has('together') ? 'workflow' : features.has('workflow') ? 'workflow' : 'batch';
  if (steps.steps.length > MOST_STEPS)
    return plain('error', 1, `At most ${MOST_STEPS} steps can be done together, and these are ${steps.steps.length}.`);
  if (steps.doubt !== null) return plain('error', 1, steps.doubt);
  const isPlain = isPlainOrder(steps.steps[0]?.intent ?? intent, reading);
  return finished(intent, slotsOfSteps(steps), isPlain ? Math.max(0.7, confidenceOf(scored)) : UNSURE_ORDER, reading, []);
}

/**
 * Understands the answer to a question. Returns null for a message that is about something else. A message that is neither is asked about
 * again, so that the question is not lost.
 */
function answerPending(analysis: Analysis, question: Question, text: string): Understood | null {
  const { pending } = question;
  if (pending === undefined) return null;
  const { reading } = analysis;
  if (isRefusal(analysis)) return LEFT_ALONE;
  const isChosen = chosenOption(pending, reading, text) !== null;
  if (!isChosen && isOtherRequest(analysis, pending)) return null;
  const answer = answerOf(pending, reading, text);
  if (answer === null) return askedAgain(pending);
  const intent = answer.intent ?? pending.intent;
  return { ...finished(intent, joinedSlots(pending.slots, answer.slots), 0.9, reading, []), pending: 'filled' };
}

/** Whether a message makes a request of its own, and so ends the question that it does not answer. */
function isOtherRequest({ reading, features, scored, steps }: Analysis, pending: PendingQuestion): boolean {
  const [best] = scored;
  const isOwn = best?.intent === pending.intent && missingSlots(best.intent, fillSlots(best.intent, reading)).length === 0;
  if (isOwn && steps === null) return true;
  if (startsWithValue(reading)) return false;
  return steps !== null || (best !== undefined && best.intent !== pending.intent && hasVerb(features) && confidenceOf(scored) >= CLEAR);
}

function askedAgain({ intent, slots, asked, options = [] }: PendingQuestion): Understood {
  const again = asked.length > 0 ? questionFor(intent, asked) : `Choose one of these: ${options.map(({ label }) => label).join(', ')}.`;
  return {
    ...{ intent, slots, by: 'grammar', missing: asked, options, leftOut: [] },
    confidence: asked.length > 0 ? 0.9 : UNSURE_ORDER,
    text: `I cannot use that as the answer. ${again} To leave it, say "never mind".`,
  };
}
