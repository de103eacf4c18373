import type { Outcome } from '../../../src/values/autopilot/outcome.ts';
import type { StrategyStanding } from '../standing.ts';
import { type Numbers, outcome, type Scene } from './scene.ts';

/** The outcome while a strategy pauses, after a fill or after failures; null when it does not. */
export function cooldownOf(
  { atMs }: Scene,
  { cooldownUntilMs, failures, lastFailure }: StrategyStanding,
  numbers: Numbers,
): Outcome | null {
  if (cooldownUntilMs <= atMs) return null;
  // The reason of a failure may be a sentence of its own.
  const reason = (lastFailure ?? 'no reason given').replace(/\.$/, '');
  const why = failures === 0 ? 'after its last trade' : `after ${failures} failed in a row, the last one: ${reason}`;
  const failed = failures === 0 ? {} : { failures: `${failures}` };
  return outcome('cooldown', `It pauses ${why}.`, { ...numbers, cooldownUntilMs: `${cooldownUntilMs}`, ...failed });
}
