import type { StoredFees } from '../../machines/transaction-sender/context.ts';
import type { Fees } from '../../src/platform/chain/chain.ts';

/** Converts transaction fees for storage: each value in wei per gas becomes a decimal string. */
export function toStoredFees(fees: Fees): StoredFees {
  if (fees.kind === 'legacy') return { kind: 'legacy', gasPrice: fees.gasPrice.toString() };
  return {
    kind: 'eip1559',
    maxFeePerGas: fees.maxFeePerGas.toString(),
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
  };
}

export function fromStoredFees(fees: StoredFees): Fees {
  if (fees.kind === 'legacy') return { kind: 'legacy', gasPrice: BigInt(fees.gasPrice) };
  return { kind: 'eip1559', maxFeePerGas: BigInt(fees.maxFeePerGas), maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas) };
}
