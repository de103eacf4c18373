import type { Outcome } from '../../../src/values/autopilot/outcome.ts';
import type { StrategyStanding } from '../standing.ts';
import { type Numbers, outcome, type Scene } from './scene.ts';

/** Returns the outcome `cooldown` while a strategy pauses after a fill or after failures, else null. */
export function cooldownOf(
  { atMs }: Scene,
  { cooldownUntilMs, failures, lastFailure }: StrategyStanding,
  numbers: Numbers,
): Outcome | null {
  if (cooldownUntilMs <= atMs) return null;
  // The reason may end with a full stop, which must not appear twice.
  const reason = (lastFailure ?? 'no reason given').replace(/\.$/, '');
  const why = failures === 0 ? 'after its last trade' : `after ${failures} failed in a row, the last one: ${reason}`;
  const failed = failures === 0 ? {} : { failures: `${failures}` };
  return outcome('cooldown', `It pauses ${why}.`, { ...numbers, cooldownUntilMs: `${cooldownUntilMs}`, ...failed });
}
