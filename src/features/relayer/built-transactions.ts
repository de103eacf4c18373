/** The parts of a built transaction that a signature attests. */
export type BuiltTransaction = {
  readonly fromToken: string;
  readonly toToken: string;
  /** Base units, decimal text. */
  readonly amountIn: string;
  readonly amountOutMin: string;
  readonly recipient: string;
  /** The wallet that sends the transaction. */
  readonly wallet: string;
};

/**
 * Finds a transaction that the service has built recently. Any difference in wallet, target, spender, value, chain or calldata makes it
 * another transaction.
 */
export type FindBuilt = (key: {
  readonly chainId: number;
  readonly target: string;
  readonly spender: string;
  readonly data: string;
  readonly value: bigint;
  readonly wallet: string;
}) => Promise<BuiltTransaction | null>;
