import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { Batch, BatchedItem } from './batch.ts';

/** An order or an automatic pay-out that waits for a batch, with the position actor that receives its outcome. */
export type BatchItem = BatchedItem & {
  readonly positionActorId: string;
  readonly positionId: number;
  /** The order to execute; null when the item is an automatic pay-out, for which the position's id is enough. */
  readonly order: OrderItem | null;
};

/** An order as an argument of the vault's function `execute`. */
export type OrderItem = {
  readonly orderIndex: number;
  readonly target: Address;
  readonly spender: Address;
  /** The call data of the order's route, in hex. */
  readonly data: string;
  readonly amountOutMin: BaseUnits;
  /** The gas limit as a decimal string. */
  readonly gasLimit: string;
  /** Name of the source of the route. When missing, the route is our own, over Uniswap v3. */
  readonly source?: string | undefined;
  /** Address of the key that sends the order. When missing, it is the chain's main executor key. */
  readonly executor?: Address | undefined;
};

export type SealedBatch = Batch<BatchItem>;
