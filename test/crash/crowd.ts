import type { Breakage } from '../support/break-module.ts';

/** Maximum number of transactions that a service keeps in flight with one key (`MAX_IN_FLIGHT`). */
export const MOST_IN_FLIGHT = 16;

/** Edits that make batches small, so that a few dozen orders and trades reach the maximum number of transactions in flight per key. */
export const smallBatches: Readonly<Record<string, Breakage>> = {
  orders: { file: 'machines/dca-batch.ts', from: 'MAX_BATCH_ITEMS = 20', to: 'MAX_BATCH_ITEMS = 2' },
  trades: { file: 'machines/trade-batch.ts', from: 'MAX_BATCH_TRADES = 32', to: 'MAX_BATCH_TRADES = 2' },
};
