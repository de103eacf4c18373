import type { Networks } from '../../market/networks/create-networks.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { type Balances, createBalances } from './create-balances.ts';
import { createFees, type Fees } from './create-fees.ts';

/** What wallets and relayers hold, read from the chains and priced. */
export function createHoldings(deps: {
  readonly networks: Networks;
  readonly tokens: Tokens;
  readonly chains: Chains;
  readonly prices: Prices;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly log: Log;
}): { readonly balances: Balances; readonly fees: Fees } {
  return { balances: createBalances(deps), fees: createFees(deps) };
}
