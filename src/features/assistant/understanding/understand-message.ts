import { ASKS_BACK_BELOW, type Intent, MOST_STEPS, type Question, type Understood } from './agent-service.ts';
import { type Analysis, analyse, hasUnusablePlace, isLookAlike, isRefusal } from './analyse-message.ts';
import { chosenOption } from './dialogue/answer-pending.ts';
import { answerPending, LEFT_ALONE } from './dialogue/answer-question.ts';
import { followUpOf } from './dialogue/follow-up.ts';
import { lateAnswer } from './dialogue/late-answer.ts';
import { finished, plain } from './finish-understanding.ts';
import { confidenceOf, type Scored } from './intents/score-intents.ts';
import { withConfirmation, withDoubt } from './slots/confirm-order.ts';
import { fillSlots } from './slots/fill-slots.ts';
import { leftOutOf } from './slots/left-out.ts';
import { type Steps, slotsOfSteps } from './steps/build-steps.ts';
import { isPlain, MOST_CHARACTERS, normaliseText } from './text/normalise.ts';

/** Intents of questions that move nothing and prepare nothing. */
const LOOK_UPS: readonly Intent[] = [
  ...(['portfolio', 'check_balance', 'market_intel', 'tx_history', 'history', 'nft_info', 'tx_info', 'token_safety'] as const),
  ...(['contract_audit', 'wallet_card', 'connect_wallet', 'switch_chain'] as const),
];

const NOT_UNDERSTOOD = 'I did not understand that. Try "swap 10 usdc to eth", "what is my balance?" or "alert me when eth is under 2800".';

const HIDDEN =
  'The message contains hidden, broken, raised or specially styled characters, so it may not mean what it shows. Type it again without them.';

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
  return lateAnswer(analysis, question, text) ?? withCut(ownMeaning(analysis, question), question);
}

/**
 * Interprets a message about which the grammar alone must decide, even if a language model is configured: an empty or disguised message, a
 * message on which the assistant must not act, an order with an unusable address or chain, a chosen option, "never mind", and an answer that comes too late. Returns null for all other messages.
 */
export function decidedByGrammar(question: Question, nowMs: number): Understood | null {
  const read = readSafely(question, nowMs);
  if ('refused' in read) return read.refused;
  const { analysis, text } = read;
  const { pending } = question;
  if (pending !== undefined && chosenOption(pending, analysis.reading, text) !== null) return answerPending(analysis, question, text);
  if (pending !== undefined && isRefusal(analysis)) return LEFT_ALONE;
  const continued = pending?.waitsForWallet === true ? answerPending(analysis, question, text) : null;
  if (continued !== null) return continued;
  const late = lateAnswer(analysis, question, text);
  if (late !== null) return late;
  const mustNot = analysis.steps === null && analysis.scored[0]?.intent === 'fallback';
  if (mustNot) return withCut(ownMeaning(analysis, question), question);
  if (!hasUnusablePlace(analysis)) return null;
  const own = ownMeaning(analysis, question);
  return own.intent === 'error' ? withCut(own, question) : null;
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
  const { reading, scored, steps } = analysis;
  const [best] = scored;
  if (steps !== null) return ofSteps(analysis, steps);
  const followUp = followUpOf(analysis, question);
  if (followUp !== null) return followUp;
  if (best === undefined) return { ...plain('fallback', 0, NOT_UNDERSTOOD), leftOut: leftOutOf(reading, {}) };
  if (best.intent === 'fallback') return { ...plain('fallback', confidenceOf(scored), REFUSED), leftOut: leftOutOf(reading, {}) };
  const slots = fillSlots(best.intent, reading);
  const confidence = isLookUp(scored) ? Math.max(ASKS_BACK_BELOW, confidenceOf(scored)) : confidenceOf(scored);
  const own = finished(best.intent, slots, confidence, reading, confidence < ASKS_BACK_BELOW ? scored.slice(0, 3) : []);
  return withConfirmation(withDoubt(own, reading), question.supportedChains);
}

/** Whether a message clearly asks for nothing but information, so that it needs no confirmation even with few known words. */
function isLookUp([best, second]: readonly Scored[]): boolean {
  return best !== undefined && LOOK_UPS.includes(best.intent) && best.score - (second?.score ?? 0) >= 1;
}

function ofSteps({ reading, features, scored }: Analysis, steps: Steps): Understood {
  const isChained = steps.isChained || features.has('workflow') || features.has('if');
  const intent = isChained && !features.has('together') ? 'workflow' : features.has('workflow') ? 'workflow' : 'batch';
  if (steps.steps.length > MOST_STEPS)
    return plain('error', 1, `At most ${MOST_STEPS} steps can be done together, and these are ${steps.steps.length}.`);
  if (steps.doubt !== null) return plain('error', 1, steps.doubt);
  return withDoubt(finished(intent, slotsOfSteps(steps), Math.max(0.7, confidenceOf(scored)), reading, []), reading);
}
