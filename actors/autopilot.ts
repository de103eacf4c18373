import type { TopicValues } from '../src/features/autopilot/topic-values.ts';
import type { PriceSeries } from '../src/market/price-series/price-series.ts';
import type { FactSource } from '../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../src/runtime/define/implement-actor.ts';
import { autopilotAgent } from './autopilot-agent/actor.ts';
import { type AutopilotEffectDeps, createAutopilotAgentEffects } from './autopilot-agent/effects.ts';
import { createAgentSource } from './autopilot-agent/inspection-source.ts';

/** Dependencies of the Autopilot actors' effects, facts and topics. */
export type AutopilotActorDeps = AutopilotEffectDeps & {
  readonly facts: FactSource;
  readonly topicValues: TopicValues;
  /** Prices for the inspector's charts. */
  readonly series: Pick<PriceSeries, 'points'>;
};

/** Creates the actors of Autopilot. They request transactions from the transaction sender. */
export function createAutopilotActors(deps: AutopilotActorDeps): readonly ImplementedActor[] {
  const { facts, topicValues, trades, series, deployments } = deps;
  const inspection = createAgentSource({ trades, series, executorOf: deployments.executorOf });
  return [implementActor(autopilotAgent, { effects: createAutopilotAgentEffects(deps), facts, topicValues, inspection })];
}
