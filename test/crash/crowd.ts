import type { Breakage } from '../support/break-module.ts';

/** Maximum number of unmined transactions that a service has at a time with one key (`MAX_IN_FLIGHT`). */
export const MOST_IN_FLIGHT = 16;

/**
 * Source edits that make batches small. Then a few dozen orders and trades suffice to reach the maximum number of unmined transactions per
 * key.
 */
export const smallBatches: Readonly<Record<string, Breakage>> = {
  orders: { file: 'machines/dca-batch.ts', from: 'MAX_BATCH_ITEMS = 25', to: 'MAX_BATCH_ITEMS = 2' },
  trades: { file: 'machines/trade-batch.ts', from: 'MAX_BATCH_TRADES = 32', to: 'MAX_BATCH_TRADES = 2' },
};
