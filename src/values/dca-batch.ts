import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { Batch, BatchedItem } from './batch.ts';

/** One order or automatic pay-out that waits for a batch, and the position actor that receives its outcome. */
export type BatchItem = BatchedItem & {
  readonly positionActorId: string;
  readonly positionId: number;
  /** The order; null for an automatic pay-out, which needs only the position. */
  readonly order: OrderItem | null;
};

/** One order as an argument of the vault's `execute`. */
export type OrderItem = {
  readonly orderIndex: number;
  readonly target: Address;
  readonly spender: Address;
  /** The calldata in hex. */
  readonly data: string;
  readonly amountOutMin: BaseUnits;
  /** The gas limit as a decimal string. */
  readonly gasLimit: string;
  /** The source of the route. When absent, it is our own route over Uniswap v3. */
  readonly source?: string | undefined;
  /** Address of the key that sends the order. When absent, it is the chain's main key. */
  readonly executor?: Address | undefined;
};

export type SealedBatch = Batch<BatchItem>;
