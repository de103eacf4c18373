import type { ChainReceipt } from './chain.ts';

/** Wei that the sender paid for a transaction's gas, in all; null when the node does not tell. */
export function gasPaid({ gasUsed, effectiveGasPrice, otherFees = 0n }: ChainReceipt): bigint | null {
  if (gasUsed === null || effectiveGasPrice === null || otherFees === null) return null;
  return gasUsed * effectiveGasPrice + otherFees;
}
