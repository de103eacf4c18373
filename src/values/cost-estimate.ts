/** The fees that a transaction pays for its data on a rollup; zeros on other chains. */
export type DataFees = {
  /** The part of the transaction's gas that pays for its data (Arbitrum). Gas estimates already include it. */
  readonly gas: bigint;
  /** Amount of wei that is charged in addition to the gas: for the data, and for the chain's operator (OP stack). */
  readonly wei: bigint;
};

/** The estimated cost of a transaction before it is sent. */
export type CostEstimate = {
  /** The transaction's total gas as the node estimates it. */
  readonly gas: bigint;
  /** The data fees of the transaction on a rollup: a part of the gas, or wei in addition to it. Absent when there are none. */
  readonly dataFees?: DataFees;
};

/** Returns the gas that the call itself uses, without the gas that pays for data. Our own gas limits are compared with this value. */
export function executionGas({ gas, dataFees }: CostEstimate): bigint {
  return gas - (dataFees?.gas ?? 0n);
}
