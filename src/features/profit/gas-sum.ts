import { formatAmount } from '../../values/format-amount.ts';
import type { PaidGas } from '../../values/paid-gas.ts';
import { addRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';

/**
 * The total gas cost of some fills (executed trades). The dollar amount of each fill is computed with the price of the native coin when the
 * fill was recorded.
 */
export type GasSum = {
  wei: bigint;
  usd: Rational;
  /** Number of fills (executed trades) whose gas cost in dollars is unknown, so that it is not included in `usd`. */
  unknown: number;
};

/** The decimals of a native coin on every EVM chain. */
const NATIVE_DECIMALS = 18;

export function noGas(): GasSum {
  return { wei: 0n, usd: ZERO, unknown: 0 };
}

export function addGas(sum: GasSum, gas: PaidGas | null): void {
  sum.wei += BigInt(gas?.wei ?? 0);
  const usd = gasUsdOf(gas);
  if (usd === null) sum.unknown += 1;
  else sum.usd = addRationals(sum.usd, usd);
}

/** Returns the exact value, in dollars at the time of the fill, of the gas that was paid; null when it is not known. */
export function gasUsdOf(gas: PaidGas | null): Rational | null {
  return gas?.nativeUsd === undefined ? null : baseUnitsToUsd(BigInt(gas.wei), parseRational(gas.nativeUsd), NATIVE_DECIMALS);
}

/**
 * Formats a total gas cost for people and programs: in whole native coins, in dollars, and the number of fills (executed trades) whose cost
 * in dollars is unknown.
 */
export function gasTexts({ wei, usd, unknown }: GasSum): { readonly native: string; readonly usd: string; readonly unknownFills: number } {
  return { native: nativeText(wei), usd: usdTextOf(usd), unknownFills: unknown };
}

/** Formats an amount of the native coin in whole coins. */
export function nativeText(wei: bigint): string {
  return formatAmount(wei, NATIVE_DECIMALS);
}
