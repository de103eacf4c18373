import type { DipBuyStrategy } from '../../../src/values/autopilot/policy.ts';
import { numberText } from '../../../src/values/inspection/plain-number.ts';
import { parseAmount } from '../../../src/values/parse-amount.ts';
import { compareRationals, divideRationals, floorRational, multiplyRationals, parseRational } from '../../../src/values/rational.ts';
import { evaluateBuy } from './buy.ts';
import {
  type EvaluationContext,
  engineStateOf,
  idle,
  isOutcome,
  outcome,
  priceOf,
  type StrategyResult,
  tokenOf,
} from './evaluation-context.ts';
import { minusRationals, ONE, onePlusBps } from './worth.ts';

/**
 * Buys while the price is at least `dropBps` (basis points) below the highest price of the strategy's time window, at most once in each
 * cooldown (the strategy's own pause between trades).
 */
export function evaluateDipBuy(evaluation: EvaluationContext, strategy: DipBuyStrategy): StrategyResult {
  const { engineState, facts } = evaluation;
  const noted = engineStateOf(engineState, strategy.id);
  const { symbol } = tokenOf(engineState, strategy.tokenOut);
  const price = priceOf(facts, engineState, strategy.tokenOut);
  if (isOutcome(price)) return idle(noted, price);
  const highText = facts.highs[`${strategy.tokenOut}/${strategy.lookbackSeconds}`];
  const high = highText === undefined ? null : parseRational(highText);
  if (highText === undefined || high === null || high.numerator <= 0n) {
    return idle(
      noted,
      outcome('no-price', `The service has no price of ${symbol} from the strategy's time window.`, { priceUsd: price.text }),
    );
  }
  const fallen = multiplyRationals(minusRationals(ONE, divideRationals(price.usd, high)), { numerator: 10_000n, denominator: 1n });
  const dropBps = fallen.numerator < 0n ? 0n : floorRational(fallen);
  const numbers = { priceUsd: price.text, referenceUsd: highText, dropBps: `${dropBps}`, neededBps: `${strategy.dropBps}` };
  if (compareRationals(price.usd, multiplyRationals(high, onePlusBps(-strategy.dropBps))) > 0) {
    return idle(
      noted,
      outcome(
        'condition-not-met',
        `The price of ${symbol} is ${dropBps} basis points below its high; the strategy buys at ${strategy.dropBps} basis points.`,
        numbers,
      ),
    );
  }
  const amount = parseAmount(strategy.amount, tokenOf(engineState, engineState.policy.budgetToken).decimals);
  const why = `the price is ${dropBps} basis points below its high of ${numberText(highText)} dollars.`;
  return evaluateBuy(evaluation, strategy, { token: strategy.tokenOut, amount, shrinks: false, why, numbers });
}
