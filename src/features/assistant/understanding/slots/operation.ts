import type { Intent, Slots, Understood } from '../agent-service.ts';
import { hasMark, type Reading } from '../entities/reading.ts';
import { STANDING_INTENTS } from '../intents/intent-slots.ts';

/**
 * Returns the operation of a message on existing plans, orders or alerts: list, cancel, pause or resume. A message with an amount or a
 * price is about a new one, unless it asks to stop one.
 */
export function operationOf(intent: Intent, reading: Reading, slots: Slots): Understood['operation'] {
  if (!STANDING_INTENTS.includes(intent)) return undefined;
  const { marks, words, entities } = reading;
  const has = (concept: string) =>
    marks.some(
      (mark) => mark.concept === concept && !entities.some(({ from, to, kind }) => kind !== 'all' && mark.from < to && mark.to > from),
    );
  const isStopLoss = words.some(({ text }, at) => text === 'stop' && ['loss', 'losses', 'limit'].includes(words[at + 1]?.text ?? ''));
  const leads = (concept: string) => words.slice(0, 5).some((_, at) => hasMark(reading, at, concept));
  if (leads('stop') && !isStopLoss) return 'cancel';
  if (leads('pause')) return 'pause';
  if (leads('resume')) return 'resume';
  // "Show all my orders" names no amount, although "all" can be one.
  const isAmount = slots.amountKind !== undefined && !(slots.amountKind === 'all' && leads('listing'));
  const isNew = slots.amount !== undefined || slots.price !== undefined || slots.intervalSeconds !== undefined || isAmount;
  const isListed = has('listing') || words.some(({ text, raw }) => text === 'how' || raw === '?');
  return !isNew && isListed && has('my') ? 'list' : !isNew && has('listing') ? 'list' : undefined;
}
