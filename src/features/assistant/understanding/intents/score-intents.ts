import { INTENTS, type Intent } from '../agent-service.ts';
import type { Features } from './features.ts';
import weights from './weights.json';

export type Scored = { readonly intent: Intent; readonly score: number };

/** A scoring rule. The features in it are numbered, because hundreds of rules are tried for each message. */
type Rule = {
  /** The position of the rule's intent in `INTENTS_IN_ORDER`. */
  readonly place: number;
  readonly weight: number;
  /** The first required feature, or several of which one is required. */
  readonly first: readonly number[];
  readonly others: readonly (readonly number[])[];
  readonly lacks: readonly number[];
};

const INTENTS_IN_ORDER: readonly Intent[] = Object.keys(weights).map(intentNamed);
/** The numbers of the features that the scoring rules name. */
const NUMBER_OF = new Map<string, number>();
/**
 * The scoring rules by the number of their first required feature. For a message, only the rules whose first feature the message has are
 * tried. Each line of weights.json states a weight, followed by features that must all be present (`a|b`: one of the two is present; `!a`:
 * `a` is absent). The score of an intent is the sum of the weights of its lines that apply.
 */
const RULES_OF = rulesByFeature(Object.values(weights).flatMap((lines, place) => lines.map((line) => ruleOf(place, line))));

/** Minimum score of an intent with which a message counts as clearly understood. */
const SURE = 6;
/** Minimum score of an intent with which a message counts as understood. */
const LEAST = 2.4;

/** Returns the possible intents of a message, the most likely first. */
export function scoreIntents(features: Features, least = LEAST): readonly Scored[] {
  const isPresent = new Uint8Array(NUMBER_OF.size);
  const present: number[] = [];
  for (const name of features) {
    const feature = NUMBER_OF.get(name);
    if (feature === undefined) continue;
    isPresent[feature] = 1;
    present.push(feature);
  }
  const scores = new Float64Array(INTENTS_IN_ORDER.length);
  for (const feature of present) {
    for (const rule of RULES_OF[feature] ?? []) {
      if (applies(rule, feature, isPresent)) scores[rule.place] = (scores[rule.place] ?? 0) + rule.weight;
    }
  }
  const possible: Scored[] = [];
  INTENTS_IN_ORDER.forEach((intent, place) => {
    const score = scores[place] ?? 0;
    if (score >= least) possible.push({ intent, score });
  });
  return possible.sort((a, b) => b.score - a.score);
}

/**
 * Whether a rule applies to a message. `feature` is the feature under which the rule was found: a rule whose first condition is `a|b` is
 * listed under both. When the message has several of them, the rule is counted only once, for the first of them.
 */
function applies({ first, others, lacks }: Rule, feature: number, isPresent: Uint8Array): boolean {
  if (first.length > 1 && firstOf(isPresent, first) !== feature) return false;
  for (const one of others) if (!hasOneOf(isPresent, one)) return false;
  return !hasOneOf(isPresent, lacks);
}

function hasOneOf(isPresent: Uint8Array, features: readonly number[]): boolean {
  return firstOf(isPresent, features) !== null;
}

function firstOf(isPresent: Uint8Array, features: readonly number[]): number | null {
  for (const feature of features) if (isPresent[feature] === 1) return feature;
  return null;
}

/** Computes the confidence from 0 to 1, in hundredths. It grows with the score of the first intent and with its lead over the second. */
export function confidenceOf([first, second]: readonly Scored[]): number {
  if (first === undefined) return 0;
  const lead = first.score - (second?.score ?? 0);
  const share = Math.min(1, first.score / SURE) * (0.6 + 0.4 * Math.min(1, lead / 2));
  return Math.round(share * 100) / 100;
}

function intentNamed(name: string): Intent {
  const intent = INTENTS.find((one) => one === name);
  if (intent === undefined) throw new TypeError(`weights.json names no intent with "${name}".`);
  return intent;
}

function ruleOf(place: number, line: string): Rule {
  const [weight, ...features] = line.split(' ');
  const [first, ...others] = features.filter((name) => !name.startsWith('!')).map((name) => name.split('|').map(numberOf));
  if (first === undefined) throw new TypeError('weights.json has a line that needs no feature.');
  const lacks = features.filter((name) => name.startsWith('!')).map((name) => numberOf(name.slice(1)));
  return { place, weight: Number(weight), first, others, lacks };
}

function numberOf(feature: string): number {
  const known = NUMBER_OF.get(feature) ?? NUMBER_OF.size;
  NUMBER_OF.set(feature, known);
  return known;
}

function rulesByFeature(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const found = Array.from({ length: NUMBER_OF.size }, (): Rule[] => []);
  for (const rule of rules) for (const feature of new Set(rule.first)) found[feature]?.push(rule);
  return found;
}
