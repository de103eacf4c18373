const ALL_BPS = 10_000n;

/**
 * Computes what is left to swap of an amount that a vault spends, after the fee.
 * @param amountIn base units
 * @param feeBps hundredths of a percent; the vault rounds the fee down
 */
export function afterVaultFee(amountIn: bigint, feeBps: number): bigint {
  return amountIn - (amountIn * BigInt(feeBps)) / ALL_BPS;
}
