import { withinTime } from '../../platform/loop/within-time.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import type { PaidGas } from '../../values/paid-gas.ts';
import { usdTextOf } from '../../values/usd.ts';
import type { GasPrices } from './gas-prices.ts';

/**
 * The longest time in ms between a transaction's block and the time of the native coin's price with which the transaction's gas is valued.
 */
const SAME_TIME_MS = 3_600_000;
/**
 * Time limit in ms for reading the native coin's price. Recording a fill (an executed order) has a deadline, and price sources that do not
 * answer must not delay it.
 */
const WITHIN_MS = 2_000;

/**
 * Returns the gas cost of a fill (an executed order) with the price of the native coin at the time of the fill. The price is left out when
 * it is not known, or when the fill is recorded more than an hour after its block, because the current price is not that of the fill.
 * Undefined when the gas cost is unknown.
 */
export type PriceGas = (paid: {
  readonly chainId: number;
  readonly wei: bigint | null;
  /** Time of the block that contains the transaction, in unix seconds. */
  readonly blockTimeSec: number;
}) => Promise<PaidGas | undefined>;

export function createPriceGas(deps: { readonly prices: Pick<GasPrices, 'nativeUsd'>; readonly clock: Clock }): PriceGas {
  const { prices, clock } = deps;
  return async ({ chainId, wei, blockTimeSec }) => {
    if (wei === null) return undefined;
    const isNow = Math.abs(clock.now() - blockTimeSec * 1_000) <= SAME_TIME_MS;
    const usd = isNow ? await withinTime(prices.nativeUsd(chainId), WITHIN_MS, () => null) : null;
    return { wei: toBaseUnits(wei), ...(usd === null ? {} : { nativeUsd: usdTextOf(usd) }) };
  };
}
