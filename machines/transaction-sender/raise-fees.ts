import type { StoredFees } from './context.ts';

/**
 * Computes the fees to replace a transaction at its nonce: one eighth more than before (geth requires a tenth, Nethermind and others an
 * eighth), or the current fees if they are higher.
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
