import type { Config } from '../../config.ts';
import { createTransferFees, type TransferFees } from '../../features/quotes/transfer-fees.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { createTokenProbe } from '../../platform/chain/token-probe/create-token-probe.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';
import { createPoolReferences } from '../pools/create-pool-references.ts';
import { guardRules, priceRules } from '../pools/reference-rules.ts';
import { createOutputGuard, type OutputGuard } from '../routes/create-output-guard.ts';
import { createRoutePlanner, type RoutePlanner } from '../routes/create-route-planner.ts';
import { createTransferFeeRules, type TransferFeeRules } from '../routes/transfer-fee-rules.ts';
import { createUniswapV3RouteSource } from '../routes/uniswap-v3-route-source.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { createCoingeckoSource } from './coingecko-source.ts';
import { createCoinmarketcapSource } from './coinmarketcap-source.ts';
import { createPrices, type Prices, type PriceWatch } from './create-prices.ts';
import { createDefillamaSource } from './defillama-source.ts';
import { createOnChainSource } from './on-chain-source.ts';

export type Market = {
  readonly prices: Prices;
  /** Held against the pools' average. */
  readonly routes: RoutePlanner;
  /** The same sources, with their quotes held against something else. */
  readonly routesHeldBy: (guard: OutputGuard) => RoutePlanner;
  readonly transferFees: TransferFees;
  readonly feeRules: TransferFeeRules;
};

/** Prices and routes, from the sources in their order of preference. */
export function createMarket(
  config: Config,
  deps: {
    readonly chains: Chains;
    readonly networks: Networks;
    readonly tokens: Tokens;
    readonly clock: Clock;
    readonly log: Log;
    readonly watch?: PriceWatch;
  },
): Market {
  const { chains, networks, tokens, clock, log } = deps;
  const { coinmarketcap } = config;
  const { averageSeconds, maxQuoteDeviationBps, maxPriceDisagreementBps } = config.dca;
  const uniswapV3 = createUniswapV3({ chains });
  const references = createPoolReferences({ uniswapV3 });
  const prices = createPrices({
    sources: [
      createCoingeckoSource({ baseUrl: config.coingecko.url, apiKey: config.coingecko.apiKey, fetch, clock }),
      ...(coinmarketcap.apiKey === undefined
        ? []
        : [createCoinmarketcapSource({ baseUrl: coinmarketcap.url, apiKey: coinmarketcap.apiKey, fetch, clock })]),
      createDefillamaSource({ baseUrl: config.defillama.url, fetch, clock }),
      createOnChainSource({ log, references, networks, tokens, clock, rules: (chainId) => priceRules(chainId, averageSeconds) }),
    ],
    clock,
    log,
    ...(deps.watch === undefined ? {} : { watch: deps.watch }),
  });
  const guard = createOutputGuard({
    ...{ references, networks, prices, tokens, maxQuoteDeviationBps, maxDisagreementBps: maxPriceDisagreementBps },
    rules: (chainId) => guardRules(chainId, averageSeconds),
  });
  const routesHeldBy = (heldBy: OutputGuard) =>
    createRoutePlanner({
      sources: [createUniswapV3RouteSource({ uniswapV3, networks })],
      guard: heldBy,
      minOutputSlippageBps: config.dca.minOutputSlippageBps,
    });
  const transferFees = createTransferFees({
    ...{ uniswapV3, probe: createTokenProbe({ chains }), networks, clock },
    canRead: (chainId) => chains.has(chainId),
  });
  const feeRules = createTransferFeeRules({ transferFees, maxCostBps: maxQuoteDeviationBps, log });
  return { prices, routes: routesHeldBy(guard), routesHeldBy, transferFees, feeRules };
}
