import type { Address } from './address.ts';
import type { BaseUnits } from './base-units.ts';
import type { Hash } from './hash.ts';

/** One order or automatic pay-out that waits for a batch, and the position actor that receives its outcome. */
export type BatchItem = {
  /** Unique forever: a key that was accepted once is not accepted again. */
  readonly itemKey: string;
  readonly positionActorId: string;
  readonly vault: Address;
  readonly wallet: Address;
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
};

/** A batch whose items no longer change. The id is also its request key at the transaction sender. */
export type SealedBatch = { readonly id: string; readonly vault: Address; readonly items: readonly BatchItem[] };

/** The outcome of the batch's transaction, as the transaction sender reported it. */
export type BatchOutcome = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: Hash | null;
  readonly reason: string | null;
};
