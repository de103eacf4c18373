import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Batch, BatchedItem } from '../batch.ts';
import type { Hash } from '../hash.ts';

/** A trade as an argument of the vault's `executeTrades`. Gas is a decimal string. */
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
  /** The calldata in hex. */
  readonly data: string;
  /** Hash of the policy that decided the trade. The vault refuses the trade if its policy has another hash. */
  readonly policyHash: Hash;
  readonly gasLimit: string;
};

/** An agent's trade that waits for a batch, and the agent actor that receives its outcome. The key is the id of its trade record. */
export type TradeItem = BatchedItem & {
  readonly agentActorId: string;
  /** Address of the key that sends the trade. */
  readonly executor: Address;
  readonly isExit: boolean;
  /** Deadline in unix seconds by the chain's clock. The trade is not executed after it. */
  readonly deadlineSec: number;
  readonly trade: BatchedTrade;
};

export type SealedTrades = Batch<TradeItem>;
