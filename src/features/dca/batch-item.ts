/** An order or an automatic pay-out of a batch, in the form stored by its actor. */
export type BatchItem = {
  readonly itemKey: string;
  readonly positionActorId: string;
  readonly vault: string;
  readonly wallet: string;
  readonly positionId: number;
  /** Null for an automatic pay-out. Amounts and gas as decimal text. */
  readonly order: OrderItem | null;
};

export type OrderItem = {
  readonly orderIndex: number;
  readonly target: string;
  readonly spender: string;
  readonly data: string;
  readonly amountOutMin: string;
  readonly gasLimit: string;
};

/** A batch with its final items. `id` is the key by which the transaction sender knows it. */
export type SealedBatch = { readonly id: string; readonly vault: string; readonly items: readonly BatchItem[] };

export type BatchOutcome = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: string | null;
  readonly reason: string | null;
};
