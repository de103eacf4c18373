import type { dcaBatchMachine } from '../../machines/dca-batch.ts';
import type { MakeBatchCall } from '../../src/features/dca/batch-call.ts';
import type { DcaDeployments } from '../../src/features/dca/dca-deployments.ts';
import type { DeferredEvents } from '../../src/features/dca/deferred-events.ts';
import type { ItemOutcome, RecordOutcome } from '../../src/features/dca/record-outcome.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { type BatchEffectDeps, createBatchEffects } from '../batch/batch-effects.ts';
import type { dcaBatch } from './actor.ts';
import { tellPosition } from './tell-position.ts';

export type DcaBatchEffects = EffectHandlers<typeof dcaBatchMachine, (typeof dcaBatch)['effects']>;

export function createDcaBatchEffects(deps: {
  makeBatchCall: MakeBatchCall;
  recordOutcome: RecordOutcome;
  deployments: DcaDeployments;
  /**
   * Stores the outcomes that a position cannot accept at present, and delivers them later. So the other positions of the batch do not have
   * to wait for that position.
   */
  deferred: Pick<DeferredEvents, 'outcome'>;
  faultPoint?: BatchEffectDeps<never>['faultPoint'];
}): DcaBatchEffects {
  const { makeBatchCall, recordOutcome, deployments, deferred, faultPoint } = deps;
  return createBatchEffects({
    type: 'dca-batch',
    makeCall: makeBatchCall,
    executorOf: (chainId, { items: [first] }) => first?.order?.executor ?? deployments.executorOf(chainId),
    async tellOutcome({ chainId, batch, outcome }, context) {
      const findings = await recordOutcome(chainId, batch, outcome);
      if (findings === null) return { kind: 'gone' };
      await Promise.all(findings.map((finding) => tell(chainId, finding, context)));
      return { kind: 'told' };
    },
    faultPoint,
  });

  async function tell(chainId: number, { item, event }: ItemOutcome, { actors }: EffectContext): Promise<void> {
    const { vault, wallet, positionId, positionActorId } = item;
    const told = toldOf(item, event);
    const eventId = `${item.itemKey}/${event.type}`;
    await deferred.outcome({ chainId, vault, wallet, positionId, positionActorId, event: told, eventId }, () =>
      tellPosition(actors, positionActorId, told, eventId),
    );
  }
}

/**
 * Builds the event that reports the outcome of a pay-out to its position. The event contains the total that the position had received when
 * it requested the pay-out, because the position recognizes its request by this total.
 */
function toldOf({ itemKey }: ItemOutcome['item'], event: ItemOutcome['event']): JsonObject & { readonly type: string } {
  if (event.type === 'AUTO_CLAIM_RETURNED' || event.type === 'AUTO_CLAIM_REFUSED') {
    const { itemKey: _, ...rest } = event;
    return { ...rest, askedAt: itemKey.split('/')[2] ?? '0' };
  }
  return { ...event };
}
