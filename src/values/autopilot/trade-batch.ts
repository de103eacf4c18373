import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Batch, BatchedItem } from '../batch.ts';
import type { Hash } from '../hash.ts';

/** A trade in the form that the vault's `executeTrades` takes. Gas as decimal text. */
export type BatchedTrade = {
  readonly agentId: number;
  /** Id of the trade in the vault, which accepts each id once. */
  readonly tradeId: Hash;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: BaseUnits;
  readonly amountOutMin: BaseUnits;
  readonly target: Address;
  readonly spender: Address;
  /** Calldata in hex. */
  readonly data: string;
  /** Hash of the policy that decided the trade: with another one the vault refuses it. */
  readonly policyHash: Hash;
  readonly gasLimit: string;
};

/** An agent's trade that waits for a batch, and the agent that receives its outcome. The key is the id of its trade record. */
export type TradeItem = BatchedItem & {
  readonly agentActorId: string;
  /** The key that sends it. */
  readonly executor: Address;
  readonly isExit: boolean;
  /** Unix seconds by the chain's clock: the trade is not executed after that. */
  readonly deadlineSec: number;
  readonly trade: BatchedTrade;
};

export type SealedTrades = Batch<TradeItem>;
