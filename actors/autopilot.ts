import { batchOf } from '../machines/batch/seal.ts';
import type { ActivityRepository } from '../src/features/autopilot/activity-repository.ts';
import type { SettleTrades } from '../src/features/autopilot/settle-trades.ts';
import type { TopicValues } from '../src/features/autopilot/topic-values.ts';
import type { MakeTradesCall } from '../src/features/autopilot/trades-call.ts';
import type { PriceSeries } from '../src/market/price-series/price-series.ts';
import type { ActorClient } from '../src/runtime/define/client.ts';
import type { FactSource } from '../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../src/runtime/define/implement-actor.ts';
import type { TradeItem } from '../src/values/autopilot/trade-batch.ts';
import { autopilotAgent } from './autopilot-agent/actor.ts';
import { type AutopilotEffectDeps, createAutopilotAgentEffects } from './autopilot-agent/effects.ts';
import { createAgentSource } from './autopilot-agent/inspection-source.ts';
import { createBatchSource } from './batch/batch-inspection.ts';
import { executorIn } from './batch/batch-options.ts';
import { tradeBatch } from './trade-batch/actor.ts';
import { createTradeBatchEffects } from './trade-batch/effects.ts';

/**
 * Dependencies of the Autopilot actors: the services that their effects call, and the sources of facts (external data) and of topic values.
 */
export type AutopilotActorDeps = AutopilotEffectDeps & {
  readonly makeTradesCall: MakeTradesCall;
  readonly settleTrades: SettleTrades;
  readonly actors: Pick<ActorClient, 'of'>;
  readonly activity: Pick<ActivityRepository, 'paperTradesOf'>;
  readonly facts: FactSource;
  readonly topicValues: TopicValues;
  /** Price history that the inspector shows in its charts. */
  readonly series: Pick<PriceSeries, 'points'>;
};

/** Creates the actors of Autopilot. To send a transaction, these actors send a request to the transaction sender. */
export function createAutopilotActors(deps: AutopilotActorDeps): readonly ImplementedActor[] {
  const { facts, topicValues, trades, activity, series, deployments, actors } = deps;
  const inspection = createAgentSource({
    ...{ trades, activity, series, executorOf: deployments.executorOf },
    async batchOf(gatherer, tradeId) {
      const context = (await actors.of(tradeBatch, gatherer).read())?.snapshot.context;
      return context === undefined ? null : batchOf(context, tradeId);
    },
  });
  const batches = createBatchSource<TradeItem>({ executorOf: ({ key }) => executorIn(key) });
  return [
    implementActor(autopilotAgent, { effects: createAutopilotAgentEffects(deps), facts, topicValues, inspection }),
    implementActor(tradeBatch, { effects: createTradeBatchEffects(deps), inspection: batches }),
  ];
}
