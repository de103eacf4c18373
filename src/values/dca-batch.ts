import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { Batch, BatchedItem } from './batch.ts';

/**
 * An order or an automatic withdrawal that waits to be sent in a batch (one transaction for several items), and the actor of the position
 * to which the outcome is reported.
 */
export type BatchItem = BatchedItem & {
  readonly positionActorId: string;
  readonly positionId: number;
  /** The order to execute; null for an automatic withdrawal, which needs only the position's id. */
  readonly order: OrderItem | null;
};

/** An order as an argument of the vault's function `execute`. */
export type OrderItem = {
  readonly orderIndex: number;
  readonly target: Address;
  readonly spender: Address;
  /** The calldata of the order's route, in hex. */
  readonly data: string;
  readonly amountOutMin: BaseUnits;
  /** The order's gas limit as a decimal string. */
  readonly gasLimit: string;
  /** Name of the quote source that returned the route. When missing, the route is this service's own route over Uniswap v3. */
  readonly source?: string | undefined;
  /** Address of the key that sends the order. When missing, it is the chain's main executor key. */
  readonly executor?: Address | undefined;
};

export type SealedBatch = Batch<BatchItem>;
