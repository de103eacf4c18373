import type { Config } from '../../config.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { parseRational } from '../../values/rational.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { createGasBook } from './gas-book.ts';
import { createGasPrices } from './gas-prices.ts';
import { createGasRules, type GasRules } from './gas-rules.ts';
import { createOldestOpen, type IsAmongOldest } from './oldest-open.ts';

/** What both vaults' planning asks before something goes out at the executor's expense. */
export type Gas = {
  readonly rules: GasRules;
  readonly amongOldest: (
    most: 'maxPositionsPerWallet' | 'maxAgentsPerWallet',
    openOf: (wallet: string, limit: number) => Promise<readonly string[]>,
  ) => IsAmongOldest;
};

/** What was had longer ago is asked for again: once in a tick, on an accelerated clock too. */
const HAD_WITHIN_MS = 20_000;

export function createGas(
  config: Config,
  deps: {
    readonly records: RecordStore;
    readonly openChains: OpenChains;
    readonly networks: Networks;
    readonly tokens: Tokens;
    readonly prices: Prices;
    readonly clock: Clock;
  },
): Gas {
  const { records, openChains, networks, tokens, prices, clock } = deps;
  const keepMs = Math.min(HAD_WITHIN_MS, config.tickIntervalMs / 3);
  const { gas } = config;
  return {
    rules: createGasRules({
      prices: createGasPrices({
        feesOf: (chainId) => openChains.chains.of(chainId).estimateFees(),
        ...{ networks, tokens, prices, clock, keepMs },
      }),
      book: createGasBook({ records, clock }),
      clock,
      settings: {
        valueFactor: parseRational(gas.minValueFactor),
        exitValueFactor: parseRational(gas.minExitValueFactor),
        maxUsd: parseRational(gas.maxUsd),
        maxExitUsd: parseRational(gas.maxExitUsd),
        dailyUsdEach: parseRational(gas.dailyUsdEach),
        dailyUsdPerWallet: parseRational(gas.dailyUsdPerWallet),
        dailyExitReserveUsd: parseRational(gas.dailyExitReserveUsd),
      },
    }),
    amongOldest: (most, openOf) => createOldestOpen({ openOf, most: gas[most], clock, keepMs }),
  };
}
