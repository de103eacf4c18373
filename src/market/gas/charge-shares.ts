import type { Address } from '../../values/address.ts';
import type { GasRules } from './gas-rules.ts';

/**
 * The part of a transaction that one order or trade uses: its wallet, the key under which its gas is reserved, and its share of the
 * transaction's total gas.
 */
export type GasShare = { readonly wallet: Address; readonly key: string; readonly share: bigint };

/**
 * Divides a transaction's gas cost among its orders or trades by their shares. Repeating the call has no further effect. The share of each
 * order or trade is stored even if storing the share of another one fails.
 * @param paid.feeWei null when the cost is unknown, 0 when no transaction was sent
 */
export async function chargeShares(
  gas: Pick<GasRules, 'settle'>,
  paid: { readonly chainId: number; readonly feeWei: bigint | null },
  items: readonly GasShare[],
): Promise<readonly (bigint | null)[]> {
  const costs = sharesOfGas(paid.feeWei, items);
  const ended = await Promise.allSettled(
    items.map(({ wallet, key }, at) => gas.settle({ chainId: paid.chainId, wallet, key, wei: costs[at] ?? null })),
  );
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return costs;
}

/**
 * Divides a transaction's gas cost among its orders or trades by their shares, rounded down to a wei. All shares are null when the gas cost
 * is unknown.
 */
function sharesOfGas(feeWei: bigint | null, items: readonly Pick<GasShare, 'share'>[]): readonly (bigint | null)[] {
  const all = items.reduce((sum, { share }) => sum + share, 0n);
  return items.map(({ share }) => (feeWei === null ? null : (feeWei * share) / all));
}
