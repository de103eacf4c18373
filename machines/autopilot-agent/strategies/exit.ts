import type { Address } from '../../../src/values/address.ts';
import type { StopLossStrategy, TakeProfitStrategy } from '../../../src/values/autopilot/policy.ts';
import { compareRationals, divideRationals, floorRational, formatTrimmed, multiplyRationals } from '../../../src/values/rational.ts';
import { averageCostOf, exitLevelOf } from '../exit-level.ts';
import {
  type EvaluationContext,
  engineStateOf,
  holdingOf,
  idle,
  isOutcome,
  type Numbers,
  outcome,
  priceOf,
  type StrategyResult,
  tokenOf,
} from './evaluation-context.ts';
import { evaluateSell } from './sell.ts';
import { minusRationals, ONE } from './worth.ts';

/** Number of fraction digits with which a price ratio is shown in texts; further digits are cut off. */
const SHOWN_DIGITS = 18;

/**
 * Evaluates an exit strategy: a take profit sells at or above its price, a stop loss at or below its price. A stop loss has no cooldown. If
 * a stop loss sells everything, nothing is left to sell after it has fired. If it sells only a part, it fires once, and can fire again only
 * after a trusted price was above its price or the agent bought the token again (`note-fill.ts`). Without this rule, it would sell a part
 * of the remaining tokens every minute.
 */
export function evaluateExit(evaluation: EvaluationContext, strategy: TakeProfitStrategy | StopLossStrategy): StrategyResult {
  const { engineState, facts, agent } = evaluation;
  const was = engineStateOf(engineState, strategy.id);
  const isStop = strategy.type === 'stop_loss';
  const { symbol } = tokenOf(engineState, strategy.token);
  const level = exitLevelOf(engineState, strategy);
  if (level === null) {
    if (holdingOf(agent, strategy.token) === 0n) return idle(was, outcome('no-holding', `The agent has no ${symbol} to sell.`));
    const missing =
      isStop && strategy.trailBps !== undefined
        ? 'no reliable price since the purchase'
        : `no ${symbol} that this agent has bought, and therefore no purchase price`;
    return idle(was, outcome('condition-not-met', `The strategy cannot decide, because there is ${missing}.`));
  }
  const price = priceOf(facts, engineState, strategy.token);
  if (isOutcome(price)) return idle(was, price);
  const budgetPrice = level.unit === 'budget' ? priceOf(facts, engineState, engineState.policy.budgetToken) : null;
  if (budgetPrice !== null && isOutcome(budgetPrice)) return idle(was, budgetPrice);

  const value = budgetPrice === null ? price.usd : divideRationals(price.usd, budgetPrice.usd);
  const side = compareRationals(value, level.at);
  const isMet = isStop ? side <= 0 : side >= 0;
  const isTrusted = price.isTrusted && budgetPrice?.isTrusted !== false;
  const noted = was.waitsForRecovery && !isMet && isTrusted ? { ...was, waitsForRecovery: false } : was;
  const numbers: Numbers = {
    priceUsd: price.text,
    ...(level.unit === 'usd' ? { levelUsd: textOf(level.at) } : { levelInBudget: textOf(level.at), priceInBudget: textOf(value) }),
    ...gainNumbers(evaluation, strategy.token, level.unit === 'budget' ? value : null),
    ...highNumbers(evaluation, strategy),
  };
  const unit = level.unit === 'usd' ? 'dollars' : tokenOf(engineState, engineState.policy.budgetToken).symbol;
  if (!isMet) {
    const detail = `The price of ${symbol} is ${textOf(value)} ${unit}; the strategy sells at ${textOf(level.at)} or ${isStop ? 'lower' : 'higher'}.`;
    return idle(noted, outcome('condition-not-met', detail, numbers));
  }
  if (noted.waitsForRecovery) {
    const detail = `The strategy has already sold the part of the tokens that it sells at once. It can sell again after the price was above ${textOf(level.at)} ${unit}, or after a new buy.`;
    return idle(noted, outcome('condition-not-met', detail, { ...numbers, waitsForRecovery: 'true' }));
  }
  const why = `it is at ${textOf(value)} ${unit}, ${isStop ? 'under its stop' : 'over its target'} of ${textOf(level.at)}.`;
  const amountOf = (holding: bigint): bigint => (holding * BigInt(strategy.sellBps)) / 10_000n;
  return { ...evaluateSell(evaluation, strategy, { token: strategy.token, amountOf, price, budgetPrice, why, numbers }), noted };
}

function gainNumbers({ engineState }: EvaluationContext, token: Address, priceInBudget: ReturnType<typeof averageCostOf>): Numbers {
  const cost = averageCostOf(engineState, token);
  if (cost === null || priceInBudget === null) return {};
  const gain = multiplyRationals(minusRationals(divideRationals(priceInBudget, cost), ONE), { numerator: 10_000n, denominator: 1n });
  return { averageCostInBudget: textOf(cost), gainBps: `${floorRational(gain)}` };
}

function highNumbers({ engineState }: EvaluationContext, strategy: TakeProfitStrategy | StopLossStrategy): Numbers {
  const high = engineState.highs[strategy.token];
  return strategy.type === 'stop_loss' && strategy.trailBps !== undefined && high !== undefined ? { highUsd: high } : {};
}

function textOf(value: Parameters<typeof formatTrimmed>[0]): string {
  return formatTrimmed(value, SHOWN_DIGITS);
}
