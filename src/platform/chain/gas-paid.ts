import type { ChainReceipt } from './chain.ts';

/** Computes the total gas cost of a transaction in wei; null when the node does not report the gas or its price. */
export function gasPaid({ gasUsed, effectiveGasPrice, otherFees = 0n }: ChainReceipt): bigint | null {
  if (gasUsed === null || effectiveGasPrice === null || otherFees === null) return null;
  return gasUsed * effectiveGasPrice + otherFees;
}
