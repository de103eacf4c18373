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
 * Each line: a weight, then the features that must all be there (`a|b` one of them; `!a` not there). An intent's score is the sum of the
 * weights of its lines that apply.
 */
const RULES: readonly Rule[] = Object.entries(weights).flatMap(([intent, lines]) => lines.map((line) => ruleOf(intentNamed(intent), line)));
const INTENTS_IN_ORDER: readonly Intent[] = [...new Set(RULES.map(({ intent }) => intent))];
/** The rules by each feature of which the first must be there, so that only those of a message's features are tried. */
const BY_FEATURE = rulesByFeature(RULES);

/** A sure message scores about so much. */
const SURE = 6;
/** Less than this is not understood. */
const LEAST = 2.4;

/** The intents that a message may have, the likeliest first. */
export function scoreIntents(features: Features, least = LEAST): readonly Scored[] {
  const scores = new Map<Intent, number>();
  for (const feature of features) {
    for (const rule of BY_FEATURE.get(feature) ?? []) {
      const { intent, weight, needs, lacks } = rule;
      const [first = [], ...others] = needs;
      // A rule that several features of the message lead to is counted at the first of them.
      const isFirst = first.length === 1 || first.find((name) => features.has(name)) === feature;
      if (!isFirst || !others.every((one) => one.some((name) => features.has(name))) || lacks.some((name) => features.has(name))) continue;
      scores.set(intent, (scores.get(intent) ?? 0) + weight);
    }
  }
  return INTENTS_IN_ORDER.map((intent) => ({ intent, score: scores.get(intent) ?? 0 }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score);
}

/** From 0 to 1, in hundredths: how much was found, and how far ahead of the next intent it is. */
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
