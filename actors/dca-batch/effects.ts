import type { dcaBatchMachine } from '../../machines/dca-batch.ts';
import type { MakeBatchCall } from '../../src/features/dca/batch-call.ts';
import type { DcaDeployments } from '../../src/features/dca/dca-deployments.ts';
import type { DeferredEvents } from '../../src/features/dca/deferred-events.ts';
import type { ItemOutcome, RecordOutcome } from '../../src/features/dca/record-outcome.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { isOpenAt, senderIdOf } from '../transaction-sender/ask-sender.ts';
import { untilRead } from '../until-read.ts';
import type { dcaBatch } from './actor.ts';
import { tellPosition } from './tell-position.ts';

export type DcaBatchEffects = EffectHandlers<typeof dcaBatchMachine, (typeof dcaBatch)['effects']>;

export function createDcaBatchEffects(deps: {
  makeBatchCall: MakeBatchCall;
  recordOutcome: RecordOutcome;
  deployments: DcaDeployments;
  /** Stores outcomes that a position cannot take now, so that the other positions of the batch do not wait. */
  deferred: Pick<DeferredEvents, 'outcome'>;
  /** For crash tests: called after the positions have their orders' outcomes and before the sender is allowed to forget the batch. */
  faultPoint?: ((name: 'outcome:told') => Promise<void>) | undefined;
}): DcaBatchEffects {
  const { makeBatchCall, recordOutcome, deployments, deferred, faultPoint = async () => {} } = deps;
  return {
    seal: { run: async ({ batchNo }) => ({ type: 'SEAL', batchNo }) },
    submitBatch: {
      async run({ chainId, batch }, { key, actorId, actors }) {
        const { executor, call, deadlineSec } = await makeBatchCall(chainId, batch);
        const request = { type: 'REQUEST', requestKey: batch.id, replyTo: actorId, turnOf: actorId, call, deadlineSec };
        await actors.send(senderIdOf(chainId, executor), request, { eventId: key });
        return null;
      },
    },
    recordOutcome: {
      async run({ chainId, batch, outcome }, context) {
        const executor = deployments.executorOf(chainId);
        const findings = await untilRead(() => recordOutcome(chainId, batch, outcome));
        const toSender = (type: string, sender: string) =>
          context.actors.send(senderIdOf(chainId, sender), { type, requestKey: batch.id }, { eventId: `${context.key}/${type}` });
        if (findings === null) {
          const reply = executor === null ? null : await toSender('RECHECK', executor);
          // A sender forgets acknowledged requests. So an earlier attempt has informed all positions and crashed before reporting that. The
          // follower of the vault handles a later reorg.
          if (reply !== null && !isOpenAt(reply.snapshot, batch.id)) return { type: 'OUTCOME_RECORDED', batchId: batch.id };
          return { type: 'RECEIPT_GONE', batchId: batch.id };
        }
        await Promise.all(findings.map((finding) => tell(chainId, finding, context)));
        await faultPoint('outcome:told');
        if (executor !== null) await toSender('ACKNOWLEDGE', executor);
        return { type: 'OUTCOME_RECORDED', batchId: batch.id };
      },
    },
  };

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
 * Adds to a pay-out's outcome the total that the position had received when it requested it. By this the position recognizes its own
 * request.
 */
function toldOf({ itemKey }: ItemOutcome['item'], event: ItemOutcome['event']): JsonObject & { readonly type: string } {
  if (event.type === 'AUTO_CLAIM_RETURNED' || event.type === 'AUTO_CLAIM_REFUSED') {
    const { itemKey: _, ...rest } = event;
    return { ...rest, askedAt: itemKey.split('/')[2] ?? '0' };
  }
  return { ...event };
}
