import type { StoredFees } from './context.ts';

/**
 * Computes the fees of a transaction that replaces an earlier one with the same nonce. They are one eighth higher than the earlier fees,
 * because geth requires an increase of a tenth, and Nethermind and other nodes require an eighth. If the current fees of the chain are
 * higher, the current fees are used.
 */
export function raiseFees(last: StoredFees, now: StoredFees | null): StoredFees {
  if (last.kind === 'legacy') {
    return { kind: 'legacy', gasPrice: higher(eighthMore(last.gasPrice), now?.kind === 'legacy' ? now.gasPrice : null) };
  }
  const offered = now?.kind === 'eip1559' ? now : null;
  return {
    kind: 'eip1559',
    maxFeePerGas: higher(eighthMore(last.maxFeePerGas), offered?.maxFeePerGas ?? null),
    maxPriorityFeePerGas: higher(eighthMore(last.maxPriorityFeePerGas), offered?.maxPriorityFeePerGas ?? null),
  };
}

function eighthMore(price: string): bigint {
  return (BigInt(price) * 9n + 7n) / 8n + 1n;
}

function higher(raised: bigint, now: string | null): string {
  const offered = now === null ? 0n : BigInt(now);
  return (offered > raised ? offered : raised).toString();
}
