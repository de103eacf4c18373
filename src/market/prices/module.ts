import { defineModule } from '../../module/module.ts';
import { createTokenProbe } from '../../platform/chain/token-probe/create-token-probe.ts';
import { createUniswapV2 } from '../../platform/chain/uniswap-v2/create-uniswap-v2.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import { createUniswapV4 } from '../../platform/chain/uniswap-v4/create-uniswap-v4.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import type { Catalog } from '../catalog/module.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import { createPoolReferences } from '../pools/create-pool-references.ts';
import { createPoolSamples } from '../pools/create-pool-samples.ts';
import { createPoolSampleRepository, POOL_SAMPLES } from '../pools/pool-sample-repository.ts';
import { guardRules, priceRules } from '../pools/reference-rules.ts';
import { createOutputGuard, type OutputGuard } from '../routes/create-output-guard.ts';
import { createRoutePlanner, type RoutePlanner } from '../routes/create-route-planner.ts';
import { createTransferFeeRules, type TransferFeeRules } from '../routes/transfer-fee-rules.ts';
import { createTransferFees, type TransferFees } from '../routes/transfer-fees.ts';
import { createUniswapV3RouteSource } from '../routes/uniswap-v3-route-source.ts';
import { withRecentReads } from '../routes/with-recent-reads.ts';
import { createCoingeckoSource } from './coingecko-source.ts';
import { createCoinmarketcapSource } from './coinmarketcap-source.ts';
import { createPrices, type Prices } from './create-prices.ts';
import { createDefillamaSource } from './defillama-source.ts';
import { createFiatRates, type FiatRates } from './fiat-rates.ts';
import { createOnChainSource } from './on-chain-source.ts';
import { countPrices, PRICE_METRICS } from './price-metrics.ts';
import { marketSettings } from './settings.ts';

export type Market = {
  /** The limits that quotes of trades must obey, in basis points. */
  readonly bounds: {
    readonly maxQuoteDeviationBps: number;
    readonly maxPriceDisagreementBps: number;
    readonly minOutputSlippageBps: number;
  };
  readonly prices: Prices;
  readonly fiatRates: FiatRates;
  /** The check that compares a route's output with the pools' average price. */
  readonly guard: OutputGuard;
  /** Finds routes for trades and checks their quotes against the pools' average price. */
  readonly routes: RoutePlanner;
  /**
   * Creates a route planner that uses the same sources of routes, but checks their quotes with `guard` instead of the pools' average price.
   */
  readonly routesHeldBy: (guard: OutputGuard) => RoutePlanner;
  readonly transferFees: TransferFees;
  readonly feeRules: TransferFeeRules;
};

/**
 * Returns the time in ms until pools are sampled next: about a minute, but different each time and unpredictable. With predictable times,
 * an attacker would only need to have liquidity in a pool at the moments of the samples. @param id a random UUID
 */
function sampleAfterMs(id: string): number {
  const part = Number.parseInt(id.slice(0, 8), 16) / 2 ** 32;
  return 40_000 + 40_000 * (Number.isNaN(part) ? 0.5 : part);
}

/** The module for prices of tokens and routes of trades, from all sources in order of preference. */
export const market = defineModule({
  name: 'market',
  needs: { catalog: true, chains: true },
  actors: [],
  collections: [POOL_SAMPLES],
  metrics: Object.values(PRICE_METRICS),
  settings: marketSettings,
  async start({ clock, ids, log, metrics, records, timers }, needs: { readonly catalog: Catalog; readonly chains: OpenChains }, settings) {
    const { networks, tokens } = needs.catalog;
    const { averageSeconds, maxQuoteDeviationBps, maxPriceDisagreementBps, minOutputSlippageBps, coinmarketcapApiKey: cmcKey } = settings;
    const { chains } = needs.chains;
    const uniswapV3 = withRecentReads(createUniswapV3({ chains }), { clock });
    const samples = createPoolSamples({
      ...{ uniswapV2: createUniswapV2({ chains }), uniswapV4: createUniswapV4({ chains }) },
      ...{ networks, tokens, clock, log, keepSeconds: averageSeconds, repository: createPoolSampleRepository({ records }) },
    });
    await samples.restore();
    const sampling = repeatWork(timers, () => sampleAfterMs(ids()), samples.sample);
    const references = createPoolReferences({ uniswapV3, samples });
    const prices = createPrices({
      sources: [
        createCoingeckoSource({ baseUrl: settings.coingeckoUrl, apiKey: settings.coingeckoApiKey, fetch, clock }),
        ...(cmcKey === undefined ? [] : [createCoinmarketcapSource({ baseUrl: settings.coinmarketcapUrl, apiKey: cmcKey, fetch, clock })]),
        createDefillamaSource({ baseUrl: settings.defillamaUrl, fetch, clock }),
        createOnChainSource({ log, references, networks, tokens, clock, rules: (chainId) => priceRules(chainId, averageSeconds) }),
      ],
      ...{ clock, log, watch: countPrices(metrics) },
    });
    const guard = createOutputGuard({
      ...{ references, networks, prices, tokens, maxQuoteDeviationBps, maxDisagreementBps: maxPriceDisagreementBps },
      rules: (chainId) => guardRules(chainId, averageSeconds),
    });
    const routesHeldBy = (heldBy: OutputGuard) =>
      createRoutePlanner({
        sources: [createUniswapV3RouteSource({ uniswapV3, networks })],
        guard: heldBy,
        minOutputSlippageBps,
      });
    const transferFees = createTransferFees({
      ...{ uniswapV3, probe: createTokenProbe({ chains }), networks, clock },
      canRead: (chainId) => chains.has(chainId),
    });
    const feeRules = createTransferFeeRules({ transferFees, maxCostBps: maxQuoteDeviationBps, log });
    const bounds = { maxQuoteDeviationBps, maxPriceDisagreementBps, minOutputSlippageBps };
    const fiatRates = createFiatRates({ baseUrl: settings.coingeckoUrl, apiKey: settings.coingeckoApiKey, fetch, clock, log });
    const gives: Market = { bounds, prices, fiatRates, guard, routes: routesHeldBy(guard), routesHeldBy, transferFees, feeRules };
    return {
      gives,
      async stop() {
        void sampling.stop();
      },
    };
  },
});
