import type { Address } from '../../../src/values/address.ts';
import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { fitToLimits } from '../limits.ts';
import { buyBlockOf } from '../protections.ts';
import { cooldownOf } from './cooldown.ts';
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
import { isDust } from './worth.ts';

export type BuyIntent = {
  readonly token: Address;
  /** Amount to spend, in base units of the budget token. */
  readonly amount: bigint;
  /** Whether the buy's amount can be reduced to what the limits still allow. */
  readonly shrinks: boolean;
  readonly why: string;
  readonly numbers: Numbers;
};

/**
 * Evaluates a buy whose condition is met. Checks the protections first, then the token's safety, the strategy's cooldown, the limits, and
 * the vault's balance.
 */
export function evaluateBuy(evaluation: EvaluationContext, strategy: Strategy, intent: BuyIntent): StrategyResult {
  const { engineState, agent, facts } = evaluation;
  const { budgetToken } = engineState.policy;
  const noted = engineStateOf(engineState, strategy.id);
  const { symbol } = tokenOf(engineState, intent.token);
  const budget = tokenOf(engineState, budgetToken);

  const block = buyBlockOf(engineState, intent.token);
  if (block !== null) {
    const until = block.untilMs === null ? 'until the policy is updated' : `until ${block.untilMs}`;
    const numbers = { ...intent.numbers, protection: block.reason, ...(block.untilMs === null ? {} : { untilMs: `${block.untilMs}` }) };
    return idle(noted, outcome('protected', `Buys are blocked ${until}: ${block.detail}`, numbers));
  }
  const unsafe = unsafeOf(evaluation, intent.token);
  if (unsafe !== null) return idle(noted, outcome('unsafe-token', unsafe.detail, { ...intent.numbers, ...unsafe.numbers }));
  const cooling = cooldownOf(evaluation, noted, intent.numbers);
  if (cooling !== null) return idle(noted, cooling);
  const fit = fitToLimits(agent, intent.amount, intent.shrinks);
  if (!fit.fits) return idle(noted, outcome('over-limit', fit.detail, { ...intent.numbers, ...fit.numbers }));
  const held = holdingOf(agent, budgetToken);
  const amountIn = fit.amount;
  const amounts = { ...intent.numbers, amountBaseUnits: amountIn.toString(), heldBaseUnits: held.toString() };
  if (held < amountIn) {
    return idle(noted, outcome('no-budget', `The vault holds less ${budget.symbol} than the buy needs.`, amounts));
  }
  // A buy can be made without the dollar price of the budget token. If the budget token's price is unknown, the check that the buy is worth
  // at least one cent is skipped.
  const price = priceOf(facts, engineState, budgetToken);
  if (amountIn === 0n || (!isOutcome(price) && isDust(amountIn, price.usd, budget.decimals))) {
    const kind = amountIn < intent.amount ? 'over-limit' : 'no-budget';
    return idle(noted, outcome(kind, 'The possible buy is worth less than one cent.', amounts));
  }
  const reason = `Buys ${symbol} for ${formatAmount(amountIn, budget.decimals)} ${budget.symbol}: ${intent.why}`;
  return {
    outcome: outcome('fired', reason, amounts),
    trade: { strategyId: strategy.id, side: 'buy', tokenIn: budgetToken, tokenOut: intent.token, amountIn: toBaseUnits(amountIn), reason },
    noted,
  };
}

/** Returns why a token fails the safety check; null when it passes. A token without a safety scan counts as unsafe. */
function unsafeOf(
  { engineState, facts }: EvaluationContext,
  token: Address,
): { readonly detail: string; readonly numbers: Numbers } | null {
  const { minTokenScore } = engineState.policy.safety;
  if (minTokenScore === 0) return null;
  const { symbol } = tokenOf(engineState, token);
  const scan = facts.safety[token];
  const numbers = { minTokenScore: `${minTokenScore}` };
  if (scan === undefined) return { detail: `The safety of ${symbol} was not scanned, and the policy requires a safety score.`, numbers };
  if (scan.score === null) return { detail: `The safety scan of ${symbol} failed: ${scan.reason}`, numbers };
  if (scan.score >= minTokenScore) return null;
  return {
    detail: `${symbol} has a safety score of ${scan.score}, below the required ${minTokenScore}: ${scan.reason}`,
    numbers: { ...numbers, tokenScore: `${scan.score}` },
  };
}
