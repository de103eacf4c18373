import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Hash } from '../hash.ts';
import type { RouteTrail } from '../route-trail.ts';
import type { TxOutcome } from '../tx-settled.ts';
import type { TradeFill, TradeIntent } from './outcome.ts';
import type { BatchedTrade } from './trade-batch.ts';

/** Identifies an on-chain agent. `agentId` is unique within one vault of a chain. */
export type AgentLink = { readonly vault: Address; readonly agentId: number };

/** A trade of an agent that was started and has no outcome yet. */
export type AgentTrade = {
  /** The trade's id in the database and at the transaction sender. The vault receives a hash of the id, and accepts each hash only once. */
  readonly tradeId: string;
  readonly intent: TradeIntent;
  /** UTC ms. */
  readonly startedAtMs: number;
};

/**
 * A planned trade. `deadlineSec` is in unix seconds and is compared with the time of the chain's blocks. Gas and value are decimal strings.
 */
export type TradePlan = {
  readonly executor: Address;
  /**
   * The trade in the form in which a batch (one transaction for several trades) contains it, and the vault that executes it. Missing when
   * the vault's version has no batches, and in plans that older versions stored.
   */
  readonly batched?: { readonly vault: Address; readonly trade: BatchedTrade } | undefined;
  /** The transaction, when the trade is sent in a transaction of its own. Missing when the trade is part of a batch. */
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
  /**
   * True when the transaction contained a batch of trades. The batch itself then records the gas cost and checks whether a chain
   * reorganization removed the transaction.
   */
  readonly inBatch?: true | undefined;
};

/**
 * A trade whose result was changed by a chain reorganization: the amounts that were traded according to the chain before the reorganization
 * (`before`) and after it (`after`). Null means that nothing was traded.
 */
export type TradeCorrection = {
  readonly tradeId: string;
  readonly intent: TradeIntent;
  readonly before: TradeFill | null;
  readonly after: TradeFill | null;
};

/**
 * A recorded trade of an agent with the amounts that it moved. When an agent is restored, its cost basis is computed from these records.
 */
export type KnownFill = { readonly intent: TradeIntent; readonly fill: TradeFill };
