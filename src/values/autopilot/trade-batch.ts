import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Batch, BatchedItem } from '../batch.ts';
import type { Hash } from '../hash.ts';

/** A trade as an argument of the vault's function `executeTrades`. Gas is a decimal string. */
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
  /** The calldata of the trade's route, in hex. */
  readonly data: string;
  /** Hash of the policy that decided the trade. The vault refuses the trade if the agent's policy in the vault has another hash. */
  readonly policyHash: Hash;
  readonly gasLimit: string;
};

/**
 * A trade that waits to be sent together with others in one transaction, and the actor of the agent to which the outcome is reported. The
 * item's key is the id of the trade's record.
 */
export type TradeItem = BatchedItem & {
  readonly agentActorId: string;
  /** Address of the executor key that signs the transaction. */
  readonly executor: Address;
  readonly isExit: boolean;
  /** Deadline in unix seconds, compared with the time of the chain's blocks. After the deadline, the trade is not executed any more. */
  readonly deadlineSec: number;
  readonly trade: BatchedTrade;
};

export type SealedTrades = Batch<TradeItem>;
