import type { Intent, Question } from './agent-service.ts';
import type { Reading } from './entities/reading.ts';
import { type Features, featuresOf } from './intents/features.ts';
import { type Scored, scoreIntents } from './intents/score-intents.ts';
import { readMessage } from './read-message.ts';
import { buildSteps, type Steps } from './steps/build-steps.ts';
import { looksLike } from './text/look-alike.ts';

/** Intents whose messages always count as one request, even when they contain several clauses. */
const UNDIVIDED: readonly Intent[] = ['autopilot', 'create_dapp', 'text', 'fallback', 'contract_audit', 'token_safety', 'tx_info'];

/** Features that show that a message requests something by itself, and does not only name values. */
const VERBS = [
  ...['swap', 'bridge', 'send', 'buy', 'sell', 'alert', 'portfolio', 'balance', 'approvals', 'safe', 'accumulate', 'audit', 'limit', 'dca'],
  ...['autopilot', 'nft', 'history', 'price', 'market', 'connect', 'hello', 'help', 'explain', 'fiatway', 'dapp', 'house', 'walletcard'],
];

export type Analysis = {
  readonly reading: Reading;
  readonly features: Features;
  readonly scored: readonly Scored[];
  readonly steps: Steps | null;
};

export function analyse(text: string, question: Question, nowMs: number): Analysis {
  const reading = readMessage(text, question, nowMs);
  const features = featuresOf(reading, { isActiveDapp: question.activeDappProjectId !== undefined });
  const scored = scoreIntents(features);
  const isWhole = scored[0] !== undefined && UNDIVIDED.includes(scored[0].intent);
  return { reading, features, scored, steps: isWhole ? null : buildSteps(reading, text, question) };
}

export function isLookAlike(raw: string, { tokens }: Question): boolean {
  const latin = looksLike(raw);
  if (latin === null) return false;
  return /\p{Script=Latin}/u.test(raw) || tokens.bySymbol(latin).length > 0 || tokens.byName(latin).length > 0 || latin.length > 3;
}

export function hasVerb(features: Features): boolean {
  return VERBS.some((name) => features.has(name));
}

/** Whether the message is only a refusal, such as "no", "never mind" or "cancel". */
export function isRefusal({ reading, features }: Analysis): boolean {
  return features.has('no') && reading.entities.length === 0 && reading.words.length <= 5;
}

/** Whether the message names an address that is a part of a longer text, an address with a wrong checksum, or a chain that is not supported. */
export function hasUnusablePlace({ reading }: Analysis): boolean {
  return reading.entities.some(
    (entity) =>
      (entity.kind === 'broken' && entity.isJoined === true) ||
      (entity.kind === 'address' && entity.isMistyped === true) ||
      (entity.kind === 'chain' && entity.id === null),
  );
}
