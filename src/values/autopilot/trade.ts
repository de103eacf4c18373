import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Hash } from '../hash.ts';
import type { RouteTrail } from '../route-trail.ts';
import type { TxOutcome } from '../tx-settled.ts';
import type { TradeFill, TradeIntent } from './outcome.ts';
import type { BatchedTrade } from './trade-batch.ts';

/** Identifies an on-chain agent. `agentId` is unique within one vault of a chain. */
export type AgentLink = { readonly vault: Address; readonly agentId: number };

/** A trade that was started and has no outcome yet. */
export type AgentTrade = {
  /** The trade's id in the trade records, at the transaction sender, and (hashed) in the vault, which accepts each id only once. */
  readonly tradeId: string;
  readonly intent: TradeIntent;
  /** UTC ms. */
  readonly startedAtMs: number;
};

/** A planned trade. `deadlineSec` is in unix seconds, compared with the chain's clock. Gas and value are decimal strings. */
export type TradePlan = {
  readonly executor: Address;
  /** The trade as an item for a batch, and the vault that executes it. Missing for a vault version without batches, and in older plans. */
  readonly batched?: { readonly vault: Address; readonly trade: BatchedTrade } | undefined;
  /** A transaction of its own for the trade. Missing when the trade is part of a batch. */
  readonly call?: { readonly to: Address; readonly data: string; readonly value: string; readonly gas: string } | undefined;
  readonly deadlineSec: number;
  readonly amountOutMin: BaseUnits;
  /** The quote sources that were queried for a route. Missing when only Uniswap v3 was queried. */
  readonly routes?: RouteTrail | undefined;
};

/** The outcome of a transaction, as the transaction sender reported it. */
export type SettledTx = {
  readonly outcome: TxOutcome;
  readonly txHash: Hash | null;
  readonly reason: string | null;
  /** True when the transaction was that of a batch. The batch has already charged its gas and checked that it is still mined. */
  readonly inBatch?: true | undefined;
};

/**
 * The change of a trade's outcome after a reorg: the fill before (`before`) and after it (`after`). A fill of null means that nothing was
 * traded.
 */
export type TradeCorrection = {
  readonly tradeId: string;
  readonly intent: TradeIntent;
  readonly before: TradeFill | null;
  readonly after: TradeFill | null;
};

/** A recorded trade of an agent with its fill. The cost basis of a restored agent is recomputed from these. */
export type KnownFill = { readonly intent: TradeIntent; readonly fill: TradeFill };
