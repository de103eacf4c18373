/** The fees that a transaction pays for its data on a rollup; zeros on other chains. */
export type DataFees = {
  /** The part of the transaction's gas that pays for its data (Arbitrum). Gas estimates already include this part. */
  readonly gas: bigint;
  /**
   * Wei that the chain charges in addition to gas: for the transaction's data, and for the chain's operator (chains built with the OP
   * stack).
   */
  readonly wei: bigint;
};

/** The estimated cost of a transaction before it is sent. */
export type CostEstimate = {
  /** The total gas of the transaction, as the node estimates it. */
  readonly gas: bigint;
  /** Fees for the transaction's data on a rollup, included in the gas or charged in addition to it. Missing when there are none. */
  readonly dataFees?: DataFees;
};

/**
 * Returns the gas that the call itself uses, without the gas that pays for data. Only this gas is compared with the gas limits of this
 * service.
 */
export function executionGas({ gas, dataFees }: CostEstimate): bigint {
  return gas - (dataFees?.gas ?? 0n);
}
