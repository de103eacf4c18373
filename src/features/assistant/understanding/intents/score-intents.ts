import { INTENTS, type Intent } from '../agent-service.ts';
import type { Features } from './features.ts';
import weights from './weights.json';

export type Scored = { readonly intent: Intent; readonly score: number };

type Rule = { readonly weight: number; readonly needs: readonly (readonly string[])[]; readonly lacks: readonly string[] };

/**
 * Each line: a weight, then the features that must all be there (`a|b` one of them; `!a` not there). An intent's score is the sum of the
 * weights of its lines that apply.
 */
const RULES: readonly (readonly [Intent, readonly Rule[]])[] = Object.entries(weights).map(([intent, lines]) => [
  intentNamed(intent),
  lines.map(ruleOf),
]);

/** A sure message scores about so much. */
const SURE = 6;
/** Less than this is not understood. */
const LEAST = 2.4;

/** The intents that a message may have, the likeliest first. */
export function scoreIntents(features: Features, least = LEAST): readonly Scored[] {
  return RULES.map(([intent, rules]) => ({
    intent,
    score: rules.reduce((sum, { weight, needs, lacks }) => {
      const applies = needs.every((one) => one.some((name) => features.has(name))) && !lacks.some((name) => features.has(name));
      return applies ? sum + weight : sum;
    }, 0),
  }))
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

function ruleOf(line: string): Rule {
  const [weight, ...features] = line.split(' ');
  return {
    weight: Number(weight),
    needs: features.filter((name) => !name.startsWith('!')).map((name) => name.split('|')),
    lacks: features.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
  };
}
