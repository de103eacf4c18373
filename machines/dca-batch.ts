import { ITEM_RESERVE_GAS } from '../src/values/batch-call.ts';
import type { BatchItem } from '../src/values/dca-batch.ts';
import type { BatchEvent } from './batch/events.ts';
import type { BatchTraits } from './batch/traits.ts';
import { createBatchMachine } from './batch.ts';

/** Maximum number of orders in one batch. The limit on the gas of a batch usually allows that many orders. */
export const MAX_BATCH_ITEMS = 25;

/** Maximum number of batches of orders that are in progress at the same time, for one chain and executor. */
export const DCA_LANES = 24;

export const DCA_TRAITS: BatchTraits<BatchItem> = {
  id: 'dca-batch',
  idPrefix: '',
  mostItems: MAX_BATCH_ITEMS,
  reserveGas: ITEM_RESERVE_GAS.dca,
  gasLimitOf: ({ order }) => Number(order?.gasLimit ?? 0),
  dataOf: ({ order }) => order?.data ?? '',
  apartBy: ({ wallet, positionId }) => `${wallet}/${positionId}`,
  isExit: () => false,
  // Automatic pay-outs are few and not urgent, so only one batch of pay-outs is in progress at a time.
  lanesOf: (key) => (key.endsWith('/claims') ? 1 : DCA_LANES),
  mostWaitMs: 240_000,
};

export type DcaBatchEvent = BatchEvent<BatchItem>;

/** The state machine for batches of DCA orders or of automatic pay-outs. */
export const dcaBatchMachine = createBatchMachine(DCA_TRAITS);
