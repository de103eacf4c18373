/** What a transaction pays on a rollup for its data; zeros elsewhere. */
export type DataFees = {
  /** The part of its gas that pays for data (Arbitrum). Estimates include it. */
  readonly gas: bigint;
  /** Wei charged beside the gas: for the data, and for the chain's operator (OP stack). */
  readonly wei: bigint;
};

/** What a transaction costs, before it is sent. */
export type CostEstimate = {
  /** All gas, as the node estimates it. */
  readonly gas: bigint;
  /** What its data costs on a rollup: a part of the gas, or wei beside it. Absent: nothing. */
  readonly dataFees?: DataFees;
};

/** The gas that the call itself uses, without what pays for its data. A gas limit of ours is compared with this. */
export function executionGas({ gas, dataFees }: CostEstimate): bigint {
  return gas - (dataFees?.gas ?? 0n);
}
