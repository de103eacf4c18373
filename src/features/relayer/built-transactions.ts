/** What a signature may say of a transaction that the service has built. */
export type BuiltTransaction = {
  readonly fromToken: string;
  readonly toToken: string;
  /** Base units, decimal text. */
  readonly amountIn: string;
  readonly amountOutMin: string;
  readonly recipient: string;
  /** Who sends it. */
  readonly wallet: string;
};

/** The memory of what the service has built lately. Another wallet, target, spender, value, chain or byte of calldata is another transaction. */
export type FindBuilt = (key: {
  readonly chainId: number;
  readonly target: string;
  readonly spender: string;
  readonly data: string;
  readonly value: bigint;
  readonly wallet: string;
}) => Promise<BuiltTransaction | null>;
