/** One order or automatic pay-out that waits for a batch, and the position actor that receives its outcome. */
export type BatchItem = {
  /** Unique forever: a key that was accepted once is not accepted again. */
  readonly itemKey: string;
  readonly positionActorId: string;
  readonly vault: string;
  readonly wallet: string;
  readonly positionId: number;
  /** Null for an automatic pay-out, which needs only the position. */
  readonly order: {
    readonly orderIndex: number;
    readonly target: string;
    readonly spender: string;
    readonly data: string;
    readonly amountOutMin: string;
    readonly gasLimit: string;
  } | null;
};

/** A batch whose items no longer change. The id is also its request key at the transaction sender. */
export type SealedBatch = { readonly id: string; readonly vault: string; readonly items: readonly BatchItem[] };

/** The outcome of the batch's transaction, as the transaction sender reported it. */
export type BatchOutcome = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: string | null;
  readonly reason: string | null;
};

export type DcaBatchContext = {
  /** The actor's key, and the prefix of its batch ids. */
  readonly key: string;
  readonly chainId: number;
  readonly gathering: readonly BatchItem[];
  readonly sealed: SealedBatch | null;
  readonly outcome: BatchOutcome | null;
  /** Number of batches sealed so far. */
  readonly batchNo: number;
  /** Keys of items whose batch is finished, newest last: a late repeat of such an item is ignored. */
  readonly settledKeys: readonly string[];
};

export type DcaBatchInput = { readonly key: string; readonly chainId: number };
