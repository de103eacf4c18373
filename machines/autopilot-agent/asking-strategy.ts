import type { TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, Strategy } from '../../src/values/autopilot/policy.ts';

/**
 * Stores in a trade intent the type of the strategy that requested the trade. An intent that already contains a type is not changed, so a
 * later policy cannot change the type.
 */
export function withStrategyType(intent: TradeIntent, policy: AutopilotPolicy): TradeIntent {
  const asked = policy.strategies.find(({ id }) => id === intent.strategyId);
  return intent.strategyType !== undefined || asked === undefined ? intent : { ...intent, strategyType: asked.type };
}

/**
 * Finds in the current policy the strategy that requested a trade; undefined when the policy no longer contains it. A strategy with the
 * same id but another type is a different strategy, and the trade must not change that strategy's counters or cooldown.
 */
export function askingStrategy({ strategies }: AutopilotPolicy, { strategyId, strategyType }: TradeIntent): Strategy | undefined {
  return strategies.find(({ id, type }) => id === strategyId && type === (strategyType ?? type));
}
