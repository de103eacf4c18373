import type { TradeItem } from '../src/values/autopilot/trade-batch.ts';
import { ITEM_RESERVE_GAS } from '../src/values/batch-call.ts';
import type { BatchEvent } from './batch/events.ts';
import { type BatchTraits, MOST_LANES } from './batch/traits.ts';
import { createBatchMachine } from './batch.ts';

/** Maximum number of trades in one batch; the vault contract sets this limit. */
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
  // There are more lanes (actors that submit one batch each) than transactions that can be pending, because a batch occupies its lane until
  // its receipt was read a second time.
  lanesOf: () => MOST_LANES,
  // A trade expires five minutes after it was planned, so the time that a trade waits for a batch must be shorter.
  mostWaitMs: 120_000,
};

export type TradeBatchEvent = BatchEvent<TradeItem>;

/** The state machine for batches of agents' trades. */
export const tradeBatchMachine = createBatchMachine(TRADE_TRAITS);
