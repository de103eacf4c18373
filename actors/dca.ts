import { batchOf } from '../machines/batch/seal.ts';
import type { MakeBatchCall } from '../src/features/dca/batch-call.ts';
import type { ReadChainHeads } from '../src/features/dca/chain-heads.ts';
import type { DcaDeployments } from '../src/features/dca/dca-deployments.ts';
import type { DeferredEvents } from '../src/features/dca/deferred-events.ts';
import type { FillRepository } from '../src/features/dca/fill-repository.ts';
import type { FollowVault } from '../src/features/dca/follow-vault.ts';
import type { LinkRepository } from '../src/features/dca/link-repository.ts';
import type { PlanKeyedOrder } from '../src/features/dca/plan-within-gas.ts';
import type { ReadPositionFacts } from '../src/features/dca/position-facts.ts';
import type { RecordOutcome } from '../src/features/dca/record-outcome.ts';
import type { GasRules } from '../src/market/gas/gas-rules.ts';
import type { ActorClient } from '../src/runtime/define/client.ts';
import { type ImplementedActor, implementActor } from '../src/runtime/define/implement-actor.ts';
import type { Timers } from '../src/runtime/engine/timers.ts';
import type { BatchItem } from '../src/values/dca-batch.ts';
import { createBatchSource } from './batch/batch-inspection.ts';
import { executorIn } from './batch/batch-options.ts';
import { dcaBatch } from './dca-batch/actor.ts';
import { createDcaBatchEffects } from './dca-batch/effects.ts';
import { dcaPosition } from './dca-position/actor.ts';
import { createDcaPositionEffects, type DataFeesOf } from './dca-position/effects.ts';
import { createPositionSource } from './dca-position/inspection-source.ts';
import { vaultFollower } from './vault-follower/actor.ts';
import { createVaultFollowerEffects } from './vault-follower/effects.ts';

/** Dependencies of the DCA actors: the services that their effects call, and the sources of facts (external data for ticks). */
export type DcaActorDeps = {
  readonly planOrder: PlanKeyedOrder;
  readonly gas: Pick<GasRules, 'admit'>;
  /** Estimates what a rollup charges for the calldata of an automatic pay-out; see `createDcaPositionEffects`. */
  readonly dataFeesOf?: DataFeesOf | undefined;
  readonly makeBatchCall: MakeBatchCall;
  readonly recordOutcome: RecordOutcome;
  readonly followVault: FollowVault;
  readonly positionFacts: ReadPositionFacts;
  readonly chainHeads: ReadChainHeads;
  readonly links: LinkRepository;
  readonly deployments: DcaDeployments;
  readonly deferred: Pick<DeferredEvents, 'outcome'>;
  /** Stores that the inspector reads in addition to the actors' records; nothing else in these actors uses them. Optional. */
  readonly shown?: { readonly fills: Pick<FillRepository, 'listOf'>; readonly actors: Pick<ActorClient, 'of'> };
  /**
   * Timers for gathering items before they are sent to a batch. Given only in a process whose store no other process uses; see
   * `createJoinBatch`.
   */
  readonly alone?: Pick<Timers, 'after'> | undefined;
  /** Fault points for crash tests; see `createDcaBatchEffects`. */
  readonly faultPoint?: ((name: 'outcome:told') => Promise<void>) | undefined;
};

/** Creates the actors of DCA. To send a transaction, these actors send a request to the transaction sender. */
export function createDcaActors(deps: DcaActorDeps): readonly ImplementedActor[] {
  return [
    implementActor(dcaPosition, { effects: createDcaPositionEffects(deps), facts: deps.positionFacts, inspection: positionSource(deps) }),
    implementActor(dcaBatch, { effects: createDcaBatchEffects(deps), inspection: batchSource(deps) }),
    implementActor(vaultFollower, { effects: createVaultFollowerEffects(deps), facts: deps.chainHeads }),
  ];
}

function batchSource({ deployments }: DcaActorDeps) {
  return createBatchSource<BatchItem>({ executorOf: ({ key, chainId }) => executorIn(key) ?? deployments.executorOf(chainId) });
}

function positionSource({ shown, deployments }: DcaActorDeps) {
  if (shown === undefined) return undefined;
  const { fills, actors } = shown;
  return createPositionSource({
    ...{ fills, executorOf: deployments.executorOf },
    async batchOf(gatherer, itemKey) {
      const context = (await actors.of(dcaBatch, gatherer).read())?.snapshot.context;
      return context === undefined ? null : batchOf(context, itemKey);
    },
  });
}
