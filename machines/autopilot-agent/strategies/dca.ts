import type { DcaStrategy } from '../../../src/values/autopilot/policy.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { evaluateBuy } from './buy.ts';
import { type EvaluationContext, engineStateOf, idle, outcome, type StrategyResult, tokenOf } from './evaluation-context.ts';

/** Whether the strategy has made all trades that its `maxRuns` allows. */
export function hasMadeAllRuns({ maxRuns }: DcaStrategy, runs: number): boolean {
  return maxRuns !== undefined && runs >= maxRuns;
}

/**
 * Buys when the strategy's next scheduled purchase is due. If something blocks the purchase, it stays due and is made as soon as nothing
 * blocks it.
 */
export function evaluateDca(evaluation: EvaluationContext, strategy: DcaStrategy): StrategyResult {
  const { engineState, atMs } = evaluation;
  const noted = engineStateOf(engineState, strategy.id);
  const nextAtMs = noted.nextAtMs ?? atMs;
  const numbers = {
    nextAtMs: `${nextAtMs}`,
    runs: `${noted.runs}`,
    ...(strategy.maxRuns === undefined ? {} : { maxRuns: `${strategy.maxRuns}` }),
  };
  if (nextAtMs > atMs) return idle(noted, outcome('not-due', 'The next buy of the strategy is not due yet.', numbers));
  const amount = parseAmount(strategy.amount, tokenOf(engineState, engineState.policy.budgetToken).decimals);
  const why = `run ${noted.runs + 1}${strategy.maxRuns === undefined ? '' : ` of ${strategy.maxRuns}`}.`;
  return evaluateBuy(evaluation, strategy, { token: strategy.tokenOut, amount, shrinks: false, why, numbers });
}
