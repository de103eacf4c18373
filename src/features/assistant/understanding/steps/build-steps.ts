import { type Intent, MOST_STEPS, type Slots, type Step, type StepSlots } from '../agent-service.ts';
import { entitiesOf, hasConcept, type Reading } from '../entities/reading.ts';
import { featuresOf } from '../intents/features.ts';
import { STEP_INTENTS } from '../intents/intent-slots.ts';
import { scoreIntents } from '../intents/score-intents.ts';
import { type Asked, readMessage } from '../read-message.ts';
import { amountDoubt } from '../slots/doubtful-amount.ts';
import { fillSlots } from '../slots/fill-slots.ts';
import { listedTokens } from '../slots/listed-tokens.ts';
import { receiversOf } from '../slots/several-receivers.ts';
import { wordSet } from '../text/word-set.ts';
import { afterSwitch } from './after-switch.ts';
import { eachRecipient, type Part, withSharedPlace } from './each-recipient.ts';
import { splitClauses } from './split-clauses.ts';
import { namesIt, resultDoubt, sharedStep } from './step-shares.ts';

/** Intents that change something. Only such intents can be steps; a message with several questions is not a batch. */
const ACTING: readonly Intent[] = ['quotes', 'send_token', 'revoke_approvals', 'limit_order', 'dca', 'buy_sell', 'price_alert'];

/** Minimum score for a clause to be understood. It is lower than the minimum for a whole message, because a clause contains fewer words. */
const LEAST_OF_CLAUSE = 1;
/** Intents of which a clause without a token continues the clause before it ("watch eth and shout if it breaks 3500"). */
const STANDING: readonly Intent[] = ['price_alert', 'limit_order', 'dca'];

const OWN = wordSet('my mi mis meu meus minha minhas');

export type Steps = { readonly steps: readonly Step[]; readonly isChained: boolean; readonly doubt: string | null };

/** Builds the steps of a message that requests several actions; null for a message that requests one. */
export function buildSteps(whole: Reading, text: string, question: Asked): Steps | null {
  const clauses = splitClauses(whole, text);
  // A message with one clause can have several steps only when it names several receivers. Any other message with one clause is a single
  // request, which the caller has already read.
  if (clauses.length < 2 && receiversOf(whole).length < 2) return null;
  const parts: Part[] = [];
  let verb = '';
  for (const clause of clauses) {
    const part = partOf(clause.text, verb, whole, question);
    if (part === null) continue;
    parts.push({ ...part, hasJoin: clause.hasJoin });
    verb = verbOf(part.reading) ?? verb;
  }
  const spread = withSharedPlace(parts.flatMap(eachRecipient));
  if (spread.length < 2 || spread.some(({ intent }) => !ACTING.includes(intent) && intent !== 'switch_chain')) return null;
  const continues = spread.some(
    ({ intent, slots }, i) => i > 0 && STANDING.includes(intent) && slots.fromToken === undefined && slots.toToken === undefined,
  );
  if (continues || spread.some(isIncomplete) || spread.some((part, i) => completes(spread[i - 1], part))) return null;
  const steps: Step[] = [];
  let doubt = spread.map(doubtOf).find((text) => text !== null) ?? null;
  for (const part of spread) {
    const step = sharedStep(part, steps) ?? stepOf(part, steps.at(-1));
    doubt ??= 'doubt' in step ? step.doubt : resultDoubt({ intent: part.intent, ...step }, steps);
    if (!('doubt' in step)) steps.push(afterSwitch({ intent: part.intent, ...step }, steps));
  }
  return { steps, doubt, isChained: steps.some(({ usesEarlier }) => usesEarlier) || spread.some(({ hasJoin }) => hasJoin) };
}

function doubtOf({ intent, slots, reading }: Part): string | null {
  return amountDoubt(intent, slots, reading) ?? listedTokens(intent, reading);
}

/** Whether two clauses describe one action, each stating what the other lacks: "I owe bob.eth 60 usdc, send it". */
function completes(before: Part | undefined, { intent, slots }: Part): boolean {
  if (before?.intent !== intent || (intent !== 'send_token' && !STANDING.includes(intent))) return false;
  return Object.keys(slots).every((name) => !Object.hasOwn(before.slots, name));
}

/**
 * Whether a clause names no token, receiver, contract or chain of its own, so that it belongs to the clause before it: "sell my eth and
 * send the euros to my bank".
 */
function isIncomplete({ intent, slots, reading }: Part): boolean {
  const names = [slots.fromToken, slots.toToken, slots.to, slots.contract, slots.toChainId];
  const isNamed = names.some((name) => name !== undefined) || reading.entities.some(({ kind }) => kind === 'unknown');
  return !isNamed && intent !== 'revoke_approvals' && !hasConcept(reading, ['it', 'rest', 'other']);
}

/** Reads a clause. A clause without a verb takes the verb of the clause before it: "send 5 usdc to a.eth and 6 to b.eth". */
function partOf(text: string, verb: string, { language, nowMs }: Reading, question: Asked): Omit<Part, 'hasJoin'> | null {
  const reading = readMessage(text, question, nowMs, language);
  const own = classify(reading);
  if ((own !== null && verbOf(reading) !== null) || verb === '') return own;
  const has = (...kinds: readonly string[]) => reading.entities.some(({ kind }) => kinds.includes(kind));
  const isSpent = has('amount', 'all') || hasConcept(reading, ['rest']);
  const isNamed = has('token', 'unknown', 'address', 'name', 'chain');
  const withVerb = isSpent && isNamed ? classify(readMessage(`${verb} ${text}`, question, nowMs, language)) : null;
  // With its verb, a clause such as "1 weth to arbitrum" is a bridge to the chain, and not a swap to a token of that name.
  const read = own === null || (own.intent === 'quotes' && withVerb?.intent === 'quotes') ? withVerb : own;
  return read === null ? null : { ...read, hasVerb: false };
}

function classify(reading: Reading): Omit<Part, 'hasJoin'> | null {
  const features = featuresOf(reading, { isActiveDapp: false });
  const hasEntity = reading.entities.length > 0 || features.has('it');
  const best = scoreIntents(features, LEAST_OF_CLAUSE).find(({ intent }) => STEP_INTENTS.includes(intent));
  if (best === undefined || !hasEntity) return null;
  const { steps: _, ...slots } = fillSlots(best.intent, reading);
  return { intent: best.intent, slots, reading, hasVerb: true };
}

function stepOf({ intent, slots, reading }: Part, before: Step | undefined): Step {
  if (before === undefined) return { intent, slots, usesEarlier: false };
  const output = before.slots.toToken ?? before.slots.fromToken;
  const isIt = namesIt(reading) && entitiesOf(reading, 'token').length < 2;
  const hasOwnAmount = slots.amount !== undefined && slots.amountKind !== 'percent';
  const spendsOutput = slots.fromToken === undefined || slots.fromToken === before.slots.toToken;
  // "Then send all the wbtc" after a swap to WBTC means what the swap gives; "all my wbtc" is the whole balance.
  const isOwn = slots.amountKind === 'all' && reading.words.some(({ text }) => OWN.has(text));
  const usesEarlier = !hasOwnAmount && (isIt || (spendsOutput && before.slots.toToken !== undefined && !isOwn));
  const filled: { -readonly [K in keyof StepSlots]: StepSlots[K] } = { ...slots };
  if (filled.fromToken === undefined && output !== undefined && (intent === 'quotes' || intent === 'send_token')) filled.fromToken = output;
  if (intent === 'quotes' && filled.toToken === undefined && filled.toChainId !== filled.fromChainId && filled.fromToken !== undefined)
    filled.toToken = filled.fromToken;
  const chain = before.slots.toChainId ?? before.slots.fromChainId;
  if (usesEarlier && filled.fromChainId === undefined && chain !== undefined) filled.fromChainId = chain;
  if (usesEarlier && filled.amountKind === 'all') delete filled.amountKind;
  return { intent, slots: filled, usesEarlier };
}

function verbOf({ marks, words }: Reading): string | null {
  const verb = marks.find(({ concept }) => ['swap', 'bridge', 'send', 'buy', 'sell'].includes(concept));
  return verb === undefined
    ? null
    : words
        .slice(verb.from, verb.to)
        .map(({ raw }) => raw)
        .join(' ');
}

/** Returns the slots (values) of a request with several steps. */
export function slotsOfSteps({ steps }: Steps): Slots {
  return { steps: steps.slice(0, MOST_STEPS) };
}
