import { type BaseUnits, toBaseUnits } from './base-units.ts';

const ALL_BPS = 10_000n;
/** The highest fee that a vault accepts, in hundredths of a percent of the amount spent. */
export const MAX_VAULT_FEE_BPS = 100;

/**
 * Computes the fee that a vault takes from an amount that it spends. It is rounded down, as in the vault.
 * @param amountIn base units
 * @param feeBps hundredths of a percent
 */
export function vaultFeeOf(amountIn: bigint, feeBps: number): bigint {
  return (amountIn * BigInt(feeBps)) / ALL_BPS;
}

/** Computes the amount that remains for the swap after the vault's fee. The parameters are those of `vaultFeeOf`. */
export function afterVaultFee(amountIn: bigint, feeBps: number): bigint {
  return amountIn - vaultFeeOf(amountIn, feeBps);
}

/** Returns an object with the field `fee`, to be spread into a fill; an empty object when there is no fee. */
export function feeMember(fee: bigint | undefined): { readonly fee?: BaseUnits } {
  return fee === undefined || fee === 0n ? {} : { fee: toBaseUnits(fee) };
}
