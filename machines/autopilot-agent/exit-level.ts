import type { Address } from '../../src/values/address.ts';
import type { StopLossStrategy, TakeProfitStrategy } from '../../src/values/autopilot/policy.ts';
import { multiplyRationals, parseRational, type Rational } from '../../src/values/rational.ts';
import type { EngineState } from './engine-state.ts';
import { tokenOf } from './strategies/evaluation-context.ts';
import { onePlusBps } from './strategies/worth.ts';

/**
 * The price at which an exit strategy (stop loss or take profit) sells a token: in dollars per whole token, or in budget tokens per whole
 * token. A price in budget tokens does not depend on the dollar price of the budget token.
 */
export type ExitLevel = { readonly unit: 'usd' | 'budget'; readonly at: Rational };

/**
 * Computes the price at which an exit strategy (stop loss or take profit) sells. Returns null when that price depends on the average cost
 * of the held tokens and this cost is unknown, or when the strategy is a trailing stop and no highest price since the agent got the token
 * is stored.
 */
export function exitLevelOf(engineState: EngineState, strategy: TakeProfitStrategy | StopLossStrategy): ExitLevel | null {
  if (strategy.priceUsd !== undefined) return { unit: 'usd', at: parseRational(strategy.priceUsd) };
  if (strategy.type === 'stop_loss' && strategy.trailBps !== undefined) {
    const high = engineState.highs[strategy.token];
    return high === undefined ? null : { unit: 'usd', at: multiplyRationals(parseRational(high), onePlusBps(-strategy.trailBps)) };
  }
  const cost = averageCostOf(engineState, strategy.token);
  if (cost === null) return null;
  const distanceBps = strategy.type === 'take_profit' ? (strategy.gainBps ?? 0) : -(strategy.lossBps ?? 0);
  return { unit: 'budget', at: multiplyRationals(cost, onePlusBps(distanceBps)) };
}

/** Average cost of one whole token, in budget tokens; null when no tokens with a known cost are held. */
export function averageCostOf(engineState: EngineState, token: Address): Rational | null {
  const basis = engineState.basis[token];
  if (basis === undefined) return null;
  return {
    numerator: BigInt(basis.cost) * 10n ** BigInt(tokenOf(engineState, token).decimals),
    denominator: BigInt(basis.quantity) * 10n ** BigInt(tokenOf(engineState, engineState.policy.budgetToken).decimals),
  };
}
