import { MAX_BATCH_ITEMS } from '../../machines/dca-batch.ts';
import type { BatchItem } from '../../src/values/dca-batch.ts';
import { createBatchInspection } from '../batch/batch-inspection.ts';

/** The inspection of a batch of orders or pay-outs for operators. */
export const dcaBatchInspection = createBatchInspection<BatchItem>({
  type: 'dca-batch',
  mostItems: MAX_BATCH_ITEMS,
  nounOf: ({ key }) => (key.endsWith('/claims') ? 'pay-out' : 'order'),
  owner: 'position',
  title: 'Orders and pay-outs',
  actorIdOf: ({ positionActorId }) => positionActorId,
  whatOf: ({ order }) => (order === null ? 'Pay-out' : `Order ${order.orderIndex + 1}`),
});
