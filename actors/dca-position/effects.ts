import { knowsItem } from '../../machines/dca-batch/seal.ts';
import type { dcaPositionMachine } from '../../machines/dca-position.ts';
import type { ActorClient } from '../../src/runtime/client.ts';
import type { EffectHandlers } from '../../src/runtime/definition.ts';
import type { BatchItem } from '../../src/services/dca/batch-item.ts';
import type { LinkBook } from '../../src/services/dca/link-book.ts';
import type { PlanOrder } from '../../src/services/dca/plan-order.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';
import { dcaBatch } from '../dca-batch/actor.ts';
import type { dcaPosition } from './actor.ts';

export type DcaPositionEffects = EffectHandlers<typeof dcaPositionMachine, (typeof dcaPosition)['effects']>;

export function createDcaPositionEffects(deps: { planOrder: PlanOrder; links: LinkBook }): DcaPositionEffects {
  return {
    planOrder: {
      async run({ itemKey, ...request }) {
        const planned = await deps.planOrder(request);
        if (planned.kind === 'planned') return { type: 'ORDER_PLANNED', itemKey, item: planned.item };
        return { type: 'ORDER_SKIPPED', itemKey, kind: planned.skip, detail: planned.detail, nextAttemptAtMs: null };
      },
    },
    joinBatch: {
      async run({ itemKey, chainId, vault, wallet, positionId, item: order }, { key, actorId, actors }) {
        const item = { itemKey, positionActorId: actorId, vault, wallet, positionId, order };
        await addToBatch(actors, String(chainId), item, key);
        return { type: 'JOINED', itemKey };
      },
    },
    requestAutoClaim: {
      async run({ recordId, askedAt, chainId, vault, wallet, positionId }, { key, actorId, actors }) {
        const itemKey = `claim/${recordId}/${askedAt}/${key}`;
        await addToBatch(actors, `${chainId}/claims`, { itemKey, positionActorId: actorId, vault, wallet, positionId, order: null }, key);
        return null;
      },
    },
    lookUpLink: {
      async run({ recordId }) {
        const link = await deps.links.ofRecord(recordId);
        return { type: 'LINK_LOOKED_UP', link: link === null ? null : { vault: link.vault, positionId: link.positionId } };
      },
    },
  };
}

/** @throws RetryableError `batch-is-full` when as many wait as may: come back when the next batch has gone out */
async function addToBatch(actors: ActorClient, batchKey: string, item: BatchItem, eventId: string): Promise<void> {
  const { snapshot } = await actors.of(dcaBatch, batchKey).ask({ type: 'ADD_ITEM', item }, { eventId });
  if (knowsItem(snapshot.context, item.itemKey)) return;
  throw new RetryableError({ code: 'batch-is-full', message: 'As many orders wait for the next batch as may.', retryAfterMs: 5_000 });
}
