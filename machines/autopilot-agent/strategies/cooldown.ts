import type { Outcome } from '../../../src/values/autopilot/outcome.ts';
import type { StrategyState } from '../engine-state.ts';
import { type EvaluationContext, type Numbers, outcome } from './evaluation-context.ts';

/** Returns the outcome `cooldown` while a strategy pauses after a fill or after failed trades, else null. */
export function cooldownOf(
  { atMs }: EvaluationContext,
  { cooldownUntilMs, failures, lastFailure }: StrategyState,
  numbers: Numbers,
): Outcome | null {
  if (cooldownUntilMs <= atMs) return null;
  // The stored reason may end with a full stop. The full stop is removed because the explanation that contains the reason adds a full stop
  // itself.
  const reason = (lastFailure ?? 'no reason given').replace(/\.$/, '');
  const why = failures === 0 ? 'after its last trade' : `after ${failures} failed trades in a row; last failure: ${reason}`;
  const failed = failures === 0 ? {} : { failures: `${failures}` };
  return outcome('cooldown', `The strategy pauses ${why}.`, { ...numbers, cooldownUntilMs: `${cooldownUntilMs}`, ...failed });
}
