import { coinPrice } from '../../app/contracts/coin-price.ts';
import type { CoinPrice } from '../../app/contracts/describe-plan.ts';
import type { OpenContracts } from '../../app/contracts/open-contracts.ts';
import { UsageError } from '../usage-error.ts';
import { clock } from './contract-options.ts';

/**
 * Returns the price of the chain's native coin: the value of `--price`, or else the price from the price sources.
 * @throws UsageError
 */
export async function coinPriceOf(price: string | undefined, open: OpenContracts): Promise<CoinPrice> {
  if (price === undefined) {
    const { price: found, reason } = await coinPrice(open, clock);
    return found === null ? { usd: null, reason } : { usd: found.usd, source: found.source };
  }
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(price))
    throw new UsageError(`--price is ${JSON.stringify(price)}; accepted: a price in USD such as 2345.67`);
  return { usd: price, source: '--price' };
}
