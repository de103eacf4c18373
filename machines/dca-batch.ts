import { ITEM_RESERVE_GAS } from '../src/values/batch-call.ts';
import type { BatchItem } from '../src/values/dca-batch.ts';
import type { BatchEvent } from './batch/events.ts';
import type { BatchTraits } from './batch/traits.ts';
import { createBatchMachine } from './batch.ts';

/** Maximum number of orders in one batch, small enough that miners include the transaction. */
export const MAX_BATCH_ITEMS = 20;

/** Maximum number of order batches in progress at once. */
export const DCA_LANES = 16;

export const DCA_TRAITS: BatchTraits<BatchItem> = {
  id: 'dca-batch',
  idPrefix: '',
  mostItems: MAX_BATCH_ITEMS,
  reserveGas: ITEM_RESERVE_GAS.dca,
  gasLimitOf: ({ order }) => Number(order?.gasLimit ?? 0),
  dataOf: ({ order }) => order?.data ?? '',
  apartBy: ({ wallet, positionId }) => `${wallet}/${positionId}`,
  isExit: () => false,
  // Pay-outs are few and not urgent, so they get a single lane.
  lanesOf: (key) => (key.endsWith('/claims') ? 1 : DCA_LANES),
  mostWaitMs: 240_000,
};

export type DcaBatchEvent = BatchEvent<BatchItem>;

/** Batches of DCA orders or automatic pay-outs. */
export const dcaBatchMachine = createBatchMachine(DCA_TRAITS);
