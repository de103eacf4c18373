import { parseRational } from '../../values/rational.ts';
import { baseUnitsToUsd, usdToBaseUnits } from '../../values/usd.ts';
import type { GasPrices } from '../gas/gas-prices.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';

/** Converts an amount of gas, and fees in wei that are paid in addition to it, to base units of the output token. */
export type GasCost = (gas: bigint, otherFees?: bigint) => bigint;

/**
 * Returns a function that converts the cost of gas to an output token of a chain, based on the available prices; null when one of the
 * prices is unknown.
 */
export type GasInOutput = (chainId: number, tokenOut: string) => Promise<GasCost | null>;

export function createGasInOutput(deps: {
  gasPrices: Pick<GasPrices, 'of'>;
  tokens: Pick<Tokens, 'find'>;
  prices: Pick<Prices, 'priceOf'>;
}): GasInOutput {
  const { gasPrices, tokens, prices } = deps;
  return async (chainId, tokenOut) => {
    const token = await tokens.find(chainId, tokenOut);
    if (token === null) return null;
    const [{ weiPerGas, nativeUsd }, { price }] = await Promise.all([gasPrices.of(chainId), prices.priceOf(token)]);
    if (nativeUsd === null || price === null) return null;
    const tokenUsd = parseRational(price.usd);
    if (tokenUsd.numerator <= 0n) return null;
    return (gas, otherFees = 0n) => usdToBaseUnits(baseUnitsToUsd(gas * weiPerGas + otherFees, nativeUsd, 18), tokenUsd, token.decimals);
  };
}
