import { INTENTS, type Intent } from '../agent-service.ts';
import type { Features } from './features.ts';
import weights from './weights.json';

export type Scored = { readonly intent: Intent; readonly score: number };

type Rule = {
  readonly intent: Intent;
  readonly weight: number;
  /** The first required feature, or several of which one is required. */
  readonly first: readonly string[];
  readonly others: readonly (readonly string[])[];
  readonly lacks: readonly string[];
};

/**
 * The scoring rules. Each line states a weight, followed by features that must all be present (`a|b`: one of the two is present; `!a`: `a`
 * is absent). The score of an intent is the sum of the weights of its lines that apply.
 */
const RULES: readonly Rule[] = Object.entries(weights).flatMap(([intent, lines]) => lines.map((line) => ruleOf(intentNamed(intent), line)));
const INTENTS_IN_ORDER: readonly Intent[] = [...new Set(RULES.map(({ intent }) => intent))];
/** The scoring rules by their first required feature. For a message, only the rules whose first feature the message has are tried. */
const BY_FEATURE = rulesByFeature(RULES);

/** Minimum score of an intent with which a message counts as clearly understood. */
const SURE = 6;
/** Minimum score of an intent with which a message counts as understood. */
const LEAST = 2.4;

/** Returns the possible intents of a message, the most likely first. */
export function scoreIntents(features: Features, least = LEAST): readonly Scored[] {
  const scores = new Map<Intent, number>();
  for (const feature of features) {
    const rules = BY_FEATURE.get(feature);
    if (rules === undefined) continue;
    for (const rule of rules) if (applies(rule, feature, features)) scores.set(rule.intent, (scores.get(rule.intent) ?? 0) + rule.weight);
  }
  const possible: Scored[] = [];
  for (const intent of INTENTS_IN_ORDER) {
    const score = scores.get(intent) ?? 0;
    if (score >= least) possible.push({ intent, score });
  }
  return possible.sort((a, b) => b.score - a.score);
}

/**
 * Whether a rule applies to a message. `feature` is the feature under which the rule was found: a rule whose first condition is `a|b` is
 * listed under both. When the message has several of them, the rule is counted only once, for the first of them.
 */
function applies({ first, others, lacks }: Rule, feature: string, features: Features): boolean {
  if (first.length > 1 && first.find((name) => features.has(name)) !== feature) return false;
  for (const one of others) if (!hasOneOf(features, one)) return false;
  return !hasOneOf(features, lacks);
}

function hasOneOf(features: Features, names: readonly string[]): boolean {
  for (const name of names) if (features.has(name)) return true;
  return false;
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

function ruleOf(intent: Intent, line: string): Rule {
  const [weight, ...features] = line.split(' ');
  const [first, ...others] = features.filter((name) => !name.startsWith('!')).map((name) => name.split('|'));
  if (first === undefined) throw new TypeError('weights.json has a line that needs no feature.');
  const lacks = features.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
  return { intent, weight: Number(weight), first, others, lacks };
}

function rulesByFeature(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) for (const name of new Set(rule.first)) found.set(name, [...(found.get(name) ?? []), rule]);
  return found;
}
