import { ASKS_BACK_BELOW, type Intent, type Question, UNSURE_ORDER, type Understood } from '../agent-service.ts';
import { type Analysis, hasVerb } from '../analyse-message.ts';
import { hasMark, type Reading } from '../entities/reading.ts';
import { finished, plain } from '../finish-understanding.ts';
import { confidenceOf } from '../intents/score-intents.ts';
import { fillSlots } from '../slots/fill-slots.ts';
import { missingSlots } from '../slots/missing-slots.ts';
import { afterCard } from './after-card.ts';
import { CHANGEABLE, type Changed, changedOrder } from './changed-order.ts';
import { isExplained } from './explained-words.ts';
import { type Cue, cueOf, isFollowUpWord, isRepeat, wordsOf } from './follow-up-words.ts';
import { askForWhole, describe, isOrder, isStored, type LastRequest, lastRequest } from './last-request.ts';
import { type NewValues, newValues } from './new-values.ts';
import { rewordedOrder } from './reworded-order.ts';

const MOST_WORDS = 16;
const CONFIDENCE = 0.8;
/** Intents for which a name that a chain and a token share means the token. */
const ABOUT_TOKENS: readonly Intent[] = ['market_intel', 'price_alert', 'limit_order', 'token_safety', 'contract_audit'];
/** The word lists of the verbs that repeat what the request before did. */
const VERBS_OF: Partial<Readonly<Record<Intent, readonly string[]>>> = {
  send_token: ['send'],
  quotes: ['swap', 'buy', 'sell', 'bridge'],
  price_alert: ['alert'],
  dca: ['dca'],
  limit_order: ['limit'],
};

/**
 * Understands a message that refers to the one before, such as "the same on base", "make it 200" or "what about usdx?". It is carried out
 * only when every word of it is explained; otherwise the user is asked. Returns null for a message with a meaning of its own.
 */
export function followUpOf(analysis: Analysis, { recent }: Question): Understood | null {
  const { reading, features, scored } = analysis;
  const last = lastRequest(recent, reading.nowMs);
  if (last === null || scored[0]?.intent === 'fallback' || reading.words.length > MOST_WORDS) return null;
  const short = afterCard(analysis, last);
  if (short !== null) return short;
  const reworded = rewordedOrder(wordsOf(reading), last);
  if (reworded !== null) return acted(last, reworded, reading);
  const cue = cueOf(reading);
  if (cue === null || isOwnRequest(analysis, last)) return null;
  if (isRepeat(reading)) return repeated(last, reading);
  const change = changeIn(reading, last, cue);
  if (change !== null) return acted(last, change.changed, change.reading);
  const hasValue = reading.entities.length > 0;
  if (!isOrder(last) || !(hasValue || cue === 'again') || features.has('told')) return null;
  return hasOwnMeaning(analysis) ? null : askForWhole(last, 'unclear');
}

/** Whether the message requests something by its own verb. */
function isOwnRequest({ reading, features, scored }: Analysis, last: LastRequest): boolean {
  const [best] = scored;
  if (best === undefined || !hasVerb(features) || confidenceOf(scored) < ASKS_BACK_BELOW) return false;
  return best.intent !== last.intent || missingSlots(best.intent, fillSlots(best.intent, reading)).length === 0;
}

/** Whether a message that does not change the order before is a complete request of its own, such as "now 5 usdc to weth". */
function hasOwnMeaning({ reading, scored, features }: Analysis): boolean {
  const [best] = scored;
  if (best === undefined || confidenceOf(scored) < ASKS_BACK_BELOW || features.has('negated')) return false;
  const slots = fillSlots(best.intent, reading);
  return (
    isOrder(best) && missingSlots(best.intent, slots).length === 0 && finished(best.intent, slots, 1, reading, []).leftOut.length === 0
  );
}

function repeated(last: LastRequest, reading: Reading): Understood | null {
  if (CHANGEABLE[last.intent] === undefined) return isOrder(last) ? askForWhole(last, 'unclear') : null;
  if (isStored(last)) return plain('text', 1, `This is set already: ${describe(last)}. Nothing was set a second time.`);
  return acted(last, { slots: last.slots }, reading);
}

/** Returns the request before with the values of the message; null when not every part of the message is explained by it. */
function changeIn(reading: Reading, last: LastRequest, cue: Cue): { readonly changed: Changed; readonly reading: Reading } | null {
  const kinds = CHANGEABLE[last.intent];
  if (kinds === undefined) return null;
  const values = newValues(reading, last.slots, ABOUT_TOKENS.includes(last.intent));
  if (values === null) return null;
  const used = values.used.filter(
    (entity) =>
      kinds.includes(entity.kind) || (kinds.includes('chain') && values.chain !== null && entity.kind === 'token' && values.token === null),
  );
  if (used.length === 0 || (cue === 'and' && !isAlso(last, values))) return null;
  const verbs = VERBS_OF[last.intent] ?? [];
  const compares = last.intent === 'price_alert' || last.intent === 'limit_order' ? ['above', 'below', 'reach'] : [];
  const isKnown = (at: number) =>
    values.replaced.some(({ entity, from }) => at >= from && at < entity.to) ||
    isFollowUpWord(reading, at) ||
    hasMark(reading, at, ...verbs, ...compares);
  if (!isExplained(reading, used, NO_WORDS, isKnown)) return null;
  const rest = { ...reading, entities: used };
  const changed = last.operation === undefined ? changedOrder(last.intent, last.slots, values, rest) : otherStanding(last, values);
  return changed === null ? null : { changed, reading: rest };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Whether "and ..." asks the same about something else. "And 7" or "and usdx" after a transfer can mean several things. */
function isAlso({ intent }: LastRequest, { amount, token, receiver, chain }: NewValues): boolean {
  if (intent === 'price_alert') return amount !== null || token !== null;
  if (amount !== null) return false;
  return intent === 'send_token' ? token === null && (receiver !== null || chain !== null) : intent !== 'limit_order';
}

/** "And wbtc?" after "cancel my eth alert" is about another existing alert. */
function otherStanding(
  { slots: { price: _p, amount: _a, amountKind: _k, condition: _c, ...others } }: LastRequest,
  values: NewValues,
): Changed | null {
  return values.token === null || values.used.length > 1 ? null : { slots: { ...others, fromToken: values.token.token.slot } };
}

function acted(last: LastRequest, { slots, asks }: Changed, reading: Reading): Understood {
  const { intent, operation } = last;
  if (isOrder(last) && !last.isFresh) return askForWhole(last, 'late');
  if (isOrder(last) && last.answer === 'text') return askForWhole(last, 'unanswered');
  if (operation !== undefined) return { intent, slots, operation, confidence: CONFIDENCE, by: 'grammar', missing: [], leftOut: [] };
  const understood = finished(intent, slots, CONFIDENCE, reading, []);
  if (understood.intent === 'error') return understood;
  const notice = isStored(last) && asks === undefined ? { notice: `Still set, too: ${describe(last)}.` } : {};
  if (asks === undefined) return { ...understood, leftOut: [], ...notice };
  const { missing, text, options } = asks;
  return { ...understood, slots, missing, text, options, leftOut: [], confidence: missing.length === 0 ? UNSURE_ORDER : CONFIDENCE };
}
