import { INTENTS, type Intent } from '../agent-service.ts';
import type { Features } from './features.ts';
import weights from './weights.json';

export type Scored = { readonly intent: Intent; readonly score: number };

type Rule = {
  readonly intent: Intent;
  readonly weight: number;
  readonly needs: readonly (readonly string[])[];
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
    for (const rule of BY_FEATURE.get(feature) ?? []) {
      const { intent, weight, needs, lacks } = rule;
      const [first = [], ...others] = needs;
      // A rule whose first condition is `a|b` is listed under both features. When the message has several of the features, the rule is
      // counted only once, for the first of them.
      const isFirst = first.length === 1 || first.find((name) => features.has(name)) === feature;
      if (!isFirst || !others.every((one) => one.some((name) => features.has(name))) || lacks.some((name) => features.has(name))) continue;
      scores.set(intent, (scores.get(intent) ?? 0) + weight);
    }
  }
  return INTENTS_IN_ORDER.filter((intent) => (scores.get(intent) ?? 0) >= least)
    .map((intent) => ({ intent, score: scores.get(intent) ?? 0 }))
    .sort((a, b) => b.score - a.score);
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
  return {
    ...{ intent, weight: Number(weight) },
    needs: features.filter((name) => !name.startsWith('!')).map((name) => name.split('|')),
    lacks: features.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
  };
}

function rulesByFeature(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    const [first] = rule.needs;
    if (first === undefined) throw new TypeError('weights.json has a line that needs no feature.');
    for (const name of new Set(first)) found.set(name, [...(found.get(name) ?? []), rule]);
  }
  return found;
}
