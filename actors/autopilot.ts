import type { TopicValues } from '../src/features/autopilot/topic-values.ts';
import type { FactSource } from '../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../src/runtime/define/implement-actor.ts';
import { autopilotAgent } from './autopilot-agent/actor.ts';
import { type AutopilotEffectDeps, createAutopilotAgentEffects } from './autopilot-agent/effects.ts';

/** What the Autopilot actors' effects, facts and topics are done by. */
export type AutopilotActorDeps = AutopilotEffectDeps & { readonly facts: FactSource; readonly topicValues: TopicValues };

/** The actors that make up Autopilot; they ask the transaction-sender to send. */
export function createAutopilotActors(deps: AutopilotActorDeps): readonly ImplementedActor[] {
  const { facts, topicValues } = deps;
  return [implementActor(autopilotAgent, { effects: createAutopilotAgentEffects(deps), facts, topicValues })];
}
