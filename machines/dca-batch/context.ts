/** One order or one automatic pay-out that waits for a batch, and who wants to know what becomes of it. */
export type BatchItem = {
  /** Unique over all time: a key that was taken once is not taken again. */
  readonly itemKey: string;
  readonly positionActorId: string;
  readonly vault: string;
  readonly wallet: string;
  readonly positionId: number;
  /** Null for an automatic pay-out, which needs no more than the position. */
  readonly order: {
    readonly orderIndex: number;
    readonly target: string;
    readonly spender: string;
    readonly data: string;
    readonly amountOutMin: string;
    readonly gasLimit: string;
  } | null;
};

/** Sealed: nothing joins or leaves it any more. Its id is the key under which the sender knows it. */
export type SealedBatch = { readonly id: string; readonly vault: string; readonly items: readonly BatchItem[] };

/** What became of the batch's transaction, in the sender's words. */
export type BatchOutcome = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: string | null;
  readonly reason: string | null;
};

export type DcaBatchContext = {
  /** Also the prefix of batch ids. */
  readonly key: string;
  readonly chainId: number;
  readonly gathering: readonly BatchItem[];
  readonly sealed: SealedBatch | null;
  readonly outcome: BatchOutcome | null;
  /** Batches sealed so far. */
  readonly batchNo: number;
  /** Keys of items whose batch is over, newest last: a repeat that comes late changes nothing. */
  readonly settledKeys: readonly string[];
};

export type DcaBatchInput = { readonly key: string; readonly chainId: number };
