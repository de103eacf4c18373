import type { TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy, Strategy } from '../../src/values/autopilot/policy.ts';

/** The intent with the type of the strategy that asked for it: once said, no update of the policy changes it. */
export function withStrategyType(intent: TradeIntent, policy: AutopilotPolicy): TradeIntent {
  const asked = policy.strategies.find(({ id }) => id === intent.strategyId);
  return intent.strategyType !== undefined || asked === undefined ? intent : { ...intent, strategyType: asked.type };
}

/**
 * The strategy that asked for a trade, as the policy has it by now; undefined when it is gone. One that has only its id is another one: what
 * a fill leaves with a strategy (runs, pauses, what is done once) would mean something else there.
 */
export function askingStrategy({ strategies }: AutopilotPolicy, { strategyId, strategyType }: TradeIntent): Strategy | undefined {
  return strategies.find(({ id, type }) => id === strategyId && type === (strategyType ?? type));
}
