import type { Address } from '../../../src/values/address.ts';
import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { cooldownOf } from './cooldown.ts';
import {
  type EvaluationContext,
  engineStateOf,
  holdingOf,
  idle,
  type KnownPrice,
  type Numbers,
  outcome,
  type StrategyResult,
  tokenOf,
} from './evaluation-context.ts';
import { isDust } from './worth.ts';

export type SellIntent = {
  readonly token: Address;
  /** Computes the amount to sell from the amount held. Both are in base units of the token. */
  readonly amountOf: (holding: bigint) => bigint;
  readonly price: KnownPrice;
  /** Price of the budget token, if the condition of the sale depends on the budget token's price; otherwise null. */
  readonly budgetPrice: KnownPrice | null;
  readonly why: string;
  readonly numbers: Numbers;
};

/**
 * Evaluates a sell whose condition is met. A strategy can sell everything that the vault holds for the agent, including the owner's
 * deposits. If the sell would leave tokens worth less than one cent, they are sold as well. Token safety, protections and limits never
 * block a sell.
 */
export function evaluateSell(evaluation: EvaluationContext, strategy: Strategy, intent: SellIntent): StrategyResult {
  const { engineState, agent } = evaluation;
  const noted = engineStateOf(engineState, strategy.id);
  const { symbol, decimals } = tokenOf(engineState, intent.token);

  const doubted = [intent.price, intent.budgetPrice].find((price) => price !== null && !price.isTrusted);
  if (doubted) {
    const detail = `A price cannot be used for selling: ${doubted.doubt ?? 'it is not confirmed'}`;
    return idle(noted, outcome('no-price', detail, intent.numbers));
  }
  const cooling = cooldownOf(evaluation, noted, intent.numbers);
  if (cooling !== null) return idle(noted, cooling);
  const held = holdingOf(agent, intent.token);
  const asked = intent.amountOf(held);
  const amountIn = asked >= held || isDust(held - asked, intent.price.usd, decimals) ? held : asked;
  const numbers = { ...intent.numbers, amountBaseUnits: amountIn.toString(), heldBaseUnits: held.toString() };
  if (amountIn === 0n || isDust(amountIn, intent.price.usd, decimals)) {
    return idle(
      noted,
      outcome(
        'no-holding',
        held === 0n ? `The agent has no ${symbol} to sell.` : 'The possible sale is worth less than one cent.',
        numbers,
      ),
    );
  }
  const reason = `Sells ${formatAmount(amountIn, decimals)} ${symbol}: ${intent.why}`;
  return {
    outcome: outcome('fired', reason, numbers),
    trade: {
      strategyId: strategy.id,
      side: 'sell',
      tokenIn: intent.token,
      tokenOut: engineState.policy.budgetToken,
      amountIn: toBaseUnits(amountIn),
      reason,
    },
    noted,
  };
}
