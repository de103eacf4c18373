import { type BaseUnits, toBaseUnits } from './base-units.ts';

const ALL_BPS = 10_000n;
/** The highest fee that a vault accepts, in hundredths of a percent. */
export const MAX_VAULT_FEE_BPS = 100;

/**
 * Computes the fee that a vault takes of an amount that it spends, rounded down as the vault does.
 * @param amountIn base units
 * @param feeBps hundredths of a percent
 */
export function vaultFeeOf(amountIn: bigint, feeBps: number): bigint {
  return (amountIn * BigInt(feeBps)) / ALL_BPS;
}

/** Computes what is left to swap after the fee. Parameters as `vaultFeeOf`. */
export function afterVaultFee(amountIn: bigint, feeBps: number): bigint {
  return amountIn - vaultFeeOf(amountIn, feeBps);
}

/** The member of a fill that says its fee; no member without a fee. */
export function feeMember(fee: bigint | undefined): { readonly fee?: BaseUnits } {
  return fee === undefined || fee === 0n ? {} : { fee: toBaseUnits(fee) };
}
