import type { SentTransaction } from '../chain-view.ts';

/**
 * Checks that the executors' nonces have no gap, that no transaction is pending, and that every transaction on chain was stored before it
 * was sent.
 */
export function checkSender(
  transactions: readonly SentTransaction[],
  nonces: { readonly mined: number; readonly withPool: number; readonly inPool: number },
  storedHashes: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  const used = transactions.map(({ nonce }) => nonce);
  const expected = Array.from({ length: nonces.mined }, (_, nonce) => nonce);
  if (JSON.stringify(used) !== JSON.stringify(expected)) problems.push(`nonce gap: ${nonces.mined} are mined, and found were [${used}]`);
  if (nonces.withPool !== nonces.mined) problems.push(`nonce gap: ${nonces.mined} are mined, and ${nonces.withPool} with the pool`);
  if (nonces.inPool > 0) problems.push(`${nonces.inPool} transactions are left in the pool`);
  for (const { hash, nonce } of transactions) {
    if (!storedHashes.has(hash)) problems.push(`unknown transaction: ${hash} (nonce ${nonce}) was sent and never stored`);
  }
  return problems;
}
