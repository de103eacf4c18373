import type { TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, Strategy } from '../../src/values/autopilot/policy.ts';

/** Adds the type of the requesting strategy to a trade intent. An intent that has a type keeps it when the policy changes. */
export function withStrategyType(intent: TradeIntent, policy: AutopilotPolicy): TradeIntent {
  const asked = policy.strategies.find(({ id }) => id === intent.strategyId);
  return intent.strategyType !== undefined || asked === undefined ? intent : { ...intent, strategyType: asked.type };
}

/**
 * Finds the strategy that requested a trade in the current policy; undefined when it is gone. A strategy with the same id but another type
 * is a different strategy: runs, cooldowns and one-time actions of the fill must not be counted for it.
 */
export function askingStrategy({ strategies }: AutopilotPolicy, { strategyId, strategyType }: TradeIntent): Strategy | undefined {
  return strategies.find(({ id, type }) => id === strategyId && type === (strategyType ?? type));
}
