import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { Batch, BatchedItem } from './batch.ts';

/** One order or automatic pay-out that waits for a batch, and the position actor that receives its outcome. */
export type BatchItem = BatchedItem & {
  readonly positionActorId: string;
  readonly positionId: number;
  /** Null for an automatic pay-out, which needs only the position. */
  readonly order: OrderItem | null;
};

/** One order in the form that the vault's `execute` takes. */
export type OrderItem = {
  readonly orderIndex: number;
  readonly target: Address;
  readonly spender: Address;
  /** Calldata in hex. */
  readonly data: string;
  readonly amountOutMin: BaseUnits;
  /** Gas as decimal text. */
  readonly gasLimit: string;
  /** Who made the route. Missing: our own route over Uniswap v3. */
  readonly source?: string | undefined;
  /** The key that sends it. Missing: the chain's main one. */
  readonly executor?: Address | undefined;
};

export type SealedBatch = Batch<BatchItem>;
