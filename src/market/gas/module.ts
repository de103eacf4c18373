import { type ProbeSpec, probeOf } from '../../http/health/probe.ts';
import { defineModule } from '../../module/module.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { Address } from '../../values/address.ts';
import { parseRational } from '../../values/rational.ts';
import type { Catalog } from '../catalog/module.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import type { Market } from '../prices/module.ts';
import { createPriceGas, type PriceGas } from './create-price-gas.ts';
import { createGasDays, GAS_DAYS, type GasDays } from './gas-days.ts';
import { createGasPrices, type GasPrices } from './gas-prices.ts';
import { createGasRepository, GAS_SPENDING } from './gas-repository.ts';
import { createGasRules, type GasRules } from './gas-rules.ts';
import { GAS_METRICS, gasTroubleOf, showGasDays } from './gas-watch.ts';
import { createOldestOpen, type IsAmongOldest } from './oldest-open.ts';
import { gasSettings } from './settings.ts';

/** The limits on gas costs. Before the executor pays for a transaction, the planners of the DCA and Autopilot vaults check these rules. */
export type Gas = {
  readonly days: GasDays;
  readonly prices: GasPrices;
  /** Maximum gas cost on one chain per UTC day, in dollars as a decimal string; 0 means no limit. */
  readonly dailyUsdPerChain: string;
  readonly rules: GasRules;
  /** Returns the gas cost of an executed order with the native coin's price at the time of its execution. */
  readonly priceGas: PriceGas;
  readonly amongOldest: (
    most: 'maxPositionsPerWallet' | 'maxAgentsPerWallet',
    openOf: (wallet: Address, limit: number) => Promise<readonly string[]>,
  ) => IsAmongOldest;
};

const GAS_PROBE: ProbeSpec = {
  name: 'chain <chainId> gas',
  kind: 'chain',
  isOptional: true,
  help: 'The daily limit for gas on a chain (UTC day) is used up, so orders and buys wait for the next day.',
};

/**
 * Maximum age in ms of a cached price of the native coin that may be used. It is less than the interval at which orders are planned, so
 * each planning of orders requests the price once, even when the clock is accelerated.
 */
const HAD_WITHIN_MS = 20_000;

export const gas = defineModule({
  name: 'gas',
  needs: { catalog: true, chains: true, market: true },
  actors: [],
  collections: [GAS_SPENDING, GAS_DAYS],
  metrics: familiesOf(GAS_METRICS),
  probes: [GAS_PROBE],
  settings: gasSettings,
  start(platform, needs: { readonly catalog: Catalog; readonly chains: OpenChains; readonly market: Market }, bounds) {
    const { config, records, clock } = platform;
    const { chains } = needs.chains;
    const keepMs = Math.min(HAD_WITHIN_MS, config.tickIntervalMs / 3);
    const days = createGasDays({ records, clock });
    const prices = createGasPrices({
      feesOf: (chainId) => chains.of(chainId).estimateFees(),
      ...{ ...needs.catalog, prices: needs.market.prices, clock, keepMs },
    });
    const gives: Gas = {
      ...{ days, prices, dailyUsdPerChain: bounds.dailyUsdPerChain },
      priceGas: createPriceGas({ prices, clock }),
      rules: createGasRules({
        ...{ prices, days, clock },
        repository: createGasRepository({ records, clock }),
        settings: {
          valueFactor: parseRational(bounds.minValueFactor),
          exitValueFactor: parseRational(bounds.minExitValueFactor),
          maxUsd: parseRational(bounds.maxUsd),
          maxExitUsd: parseRational(bounds.maxExitUsd),
          dailyUsdEach: parseRational(bounds.dailyUsdEach),
          dailyUsdPerWallet: parseRational(bounds.dailyUsdPerWallet),
          dailyExitReserveUsd: parseRational(bounds.dailyExitReserveUsd),
          dailyUsdPerChain: parseRational(bounds.dailyUsdPerChain),
        },
      }),
      amongOldest: (most, openOf) => createOldestOpen({ openOf, most: bounds[most], clock, keepMs }),
    };
    const spent = { days, chainIds: chains.chainIds, dailyUsdPerChain: Number(bounds.dailyUsdPerChain), clock, log: platform.log };
    showGasDays(platform.metrics, spent);
    return { gives, probes: chains.chainIds.map((chainId) => probeOf(GAS_PROBE, () => gasTroubleOf(spent, chainId), chainId)) };
  },
});
