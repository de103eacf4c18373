import type { Intent, Understood } from '../agent-service.ts';
import { type Analysis, hasVerb, isRefusal } from '../analyse-message.ts';
import { hasMark } from '../entities/reading.ts';
import { plain } from '../finish-understanding.ts';
import { wordsOf } from './follow-up-words.ts';
import { describe, isOrder, isStored, type LastRequest } from './last-request.ts';

const NOTHING_SENT = 'Nothing was sent: a transaction is sent only when your wallet signs it.';
const WHY = /^(?:but )?why(?: not| so| that| is that)?$/;
const PART =
  /^(?:(?:no|only|just|i want|take|use) )*(?:the )?(?:first|second|third|last|other|1st|2nd|3rd)(?: (?:one|step|offer|quote|route|transfer))?$/;
const WITH_STEPS: readonly Intent[] = ['batch', 'workflow'];

/** Answers a short reaction to an order that was answered: "yes", "no", "cancel it", "why?", "the second offer". */
export function afterCard(analysis: Analysis, last: LastRequest): Understood | null {
  const { reading, features } = analysis;
  if (!isOrder(last) || last.operation !== undefined) return null;
  const said = wordsOf(reading);
  if (WHY.test(said)) return plain('text', 1, `I answered your message about ${describe(last)}. ${state(last)}`);
  if (PART.test(said)) return partOf(last);
  if (hasVerb(features)) return null;
  if (isRefusal(analysis) || (features.has('stop') && reading.entities.length === 0 && isShort(analysis))) return refused(analysis, last);
  const isYes = reading.words.every(({ kind }, at) => kind === 'sign' || hasMark(reading, at, 'yes') || hasMark(reading, at, 'thanks'));
  return isYes && features.has('yes')
    ? plain('text', 1, `${state(last)}${isStored(last) ? '' : ' To go on, sign it in your wallet.'}`)
    : null;
}

function isShort({ reading }: Analysis): boolean {
  return reading.words.every(({ kind }, at) => kind === 'sign' || hasMark(reading, at, 'stop', 'no', 'it', 'filler'));
}

function state(last: LastRequest): string {
  return isStored(last) ? `It is set already: ${describe(last)}.` : NOTHING_SENT;
}

function refused({ features }: Analysis, last: LastRequest): Understood {
  if (!isStored(last))
    return plain('text', 1, last.answer === 'card' ? `All right, I leave it. ${NOTHING_SENT}` : 'All right, I leave it.');
  const { intent, slots } = last;
  if (features.has('stop') && last.isFresh)
    return { intent, slots, operation: 'cancel', confidence: 1, by: 'grammar', missing: [], leftOut: [] };
  const name = intent === 'limit_order' ? 'limit order' : 'alert';
  return plain(
    'text',
    1,
    `It is set already: ${describe(last)}. To remove it, say "cancel my ${slots.fromToken ?? slots.toToken ?? ''} ${name}".`,
  );
}

function partOf({ intent }: LastRequest): Understood | null {
  if (intent === 'quotes')
    return plain(
      'text',
      1,
      'The answer has all offers, the best first. Choose the one that you want there; nothing is sent before your wallet signs it.',
    );
  if (WITH_STEPS.includes(intent)) return plain('text', 1, `Send the step that you want as a message of its own. ${NOTHING_SENT}`);
  return null;
}
