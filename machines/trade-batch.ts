import type { TradeItem } from '../src/values/autopilot/trade-batch.ts';
import { ITEM_RESERVE_GAS } from '../src/values/batch-call.ts';
import type { BatchEvent } from './batch/events.ts';
import { type BatchTraits, MOST_LANES } from './batch/traits.ts';
import { createBatchMachine } from './batch.ts';

/** Maximum number of trades in one batch: the vault's limit. */
export const MAX_BATCH_TRADES = 32;

export const TRADE_TRAITS: BatchTraits<TradeItem> = {
  id: 'trade-batch',
  idPrefix: 'trades/',
  mostItems: MAX_BATCH_TRADES,
  reserveGas: ITEM_RESERVE_GAS.autopilot,
  gasLimitOf: ({ trade }) => Number(trade.gasLimit),
  dataOf: ({ trade }) => trade.data,
  apartBy: ({ trade }) => String(trade.agentId),
  isExit: ({ isExit }) => isExit,
  // More than the number of pending transactions, because a batch keeps its lane until its receipt has been read again.
  lanesOf: () => MOST_LANES,
  // A trade is valid for five minutes.
  mostWaitMs: 120_000,
};

export type TradeBatchEvent = BatchEvent<TradeItem>;

/** Batches of agents' trades. */
export const tradeBatchMachine = createBatchMachine(TRADE_TRAITS);
