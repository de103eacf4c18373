import type { TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, Strategy } from '../../src/values/autopilot/policy.ts';

/** Adds the type of the requesting strategy to a trade intent. An intent that has a type keeps it when the policy changes. */
export function withStrategyType(intent: TradeIntent, policy: AutopilotPolicy): TradeIntent {
  const asked = policy.strategies.find(({ id }) => id === intent.strategyId);
  return intent.strategyType !== undefined || asked === undefined ? intent : { ...intent, strategyType: asked.type };
}

/**
 * Finds the strategy that requested a trade in the current policy; undefined when the policy no longer contains it. A strategy with the
 * same id but another type is a different strategy: the fill must not change its number of runs, its cooldown or its one-time actions.
 */
export function askingStrategy({ strategies }: AutopilotPolicy, { strategyId, strategyType }: TradeIntent): Strategy | undefined {
  return strategies.find(({ id, type }) => id === strategyId && type === (strategyType ?? type));
}
