import { encodeSplit, splitRouter } from '../../devnet/split-router.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Market } from '../../market/prices/module.ts';
import type { OfferSource } from '../../market/routes/offer-source.ts';
import { defineModule } from '../../module/module.ts';
import { checksumAddress } from '../../platform/chain/checksum-address.ts';
import { cowOrderUid } from '../../platform/chain/cow-order-uid.ts';
import { createErc20Calls } from '../../platform/chain/erc20/create-erc20-calls.ts';
import { createRelayerFees } from '../../platform/chain/relayer/relayer-fees.ts';
import { createTraceCall } from '../../platform/tracing/trace-call.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import type { ProviderReference } from '../trades/create-trades-service.ts';
import { createApprovals } from './approvals.ts';
import { budgetOf } from './budget-settings.ts';
import { type BuiltTransactions, createBuiltTransactions } from './built-transactions.ts';
import { type Builds, createBuilds } from './create-builds.ts';
import { createProviderProxy, type ProviderProxy } from './create-proxy.ts';
import { createQuotes, type Quotes } from './create-quotes.ts';
import { createGatherQuotes, type GatherQuotes } from './gather-quotes.ts';
import { createOfferSources } from './offer-sources.ts';
import { onChainProviders } from './on-chain-providers.ts';
import type { QuoteProvider } from './provider.ts';
import { createProviderBudget } from './provider-budget.ts';
import { countProviders, PROVIDER_METRICS } from './provider-metrics.ts';
import { createProviderStats } from './provider-stats.ts';
import { createQuoteExtras } from './quote-extras.ts';
import type { QuoteLookup } from './quote-lookup.ts';
import { createQuoteRepository } from './quote-repository.ts';
import { createQuotedTrades } from './quoted-trades.ts';
import { createHttpProviders, type RegisteredProvider } from './registry.ts';
import { createQuoteResolver } from './resolve-quote.ts';
import { overriddenInput } from './routes/quote-query.ts';
import { quotesSettings } from './settings.ts';
import { createSplitSource } from './split-offers.ts';

export type QuoteParts = {
  readonly quotes: Quotes;
  readonly gatherQuotes: GatherQuotes;
  readonly builds: Builds;
  /** Builds the transaction of a cached quote. Parameters of the quote's request can be overridden. */
  readonly buildOf: (id: string, overrides: Parameters<typeof overriddenInput>[1], signal: AbortSignal) => ReturnType<Builds['build']>;
  readonly built: BuiltTransactions;
  readonly trades: QuoteLookup;
  readonly providers: readonly RegisteredProvider[];
  readonly proxy: ProviderProxy;
  /** Returns the function of an aggregator that looks up a trade's status; null when the aggregator has none or is turned off. */
  readonly statusOf: (aggregator: string) => QuoteProvider['status'];
  /**
   * The providers whose calls deliver the output within the same transaction. Only such providers can be used for orders and trades of
   * vaults.
   */
  readonly offerSources: readonly OfferSource[];
  /** Converts an order id of an aggregator to the data with which the order's status is looked up; see `QuoteProvider.referenceOf`. */
  readonly referenceOf: (aggregator: string, order: { readonly id: string; readonly fromChainId: number }) => ProviderReference | null;
};

/**
 * The module for quotes and builds of every aggregator that has a key in the settings or needs none. The module `quoteApi` has the routes.
 */
export const quotes = defineModule({
  name: 'quotes',
  needs: { catalog: true, chains: true, market: true },
  actors: [],
  collections: [],
  metrics: Object.values(PROVIDER_METRICS),
  settings: quotesSettings,
  start(platform, needs: { readonly catalog: Catalog; readonly chains: OpenChains; readonly market: Market }, own) {
    const { cache, clock, ids, log, metrics, timers, tracer } = platform;
    const { networks, tokens } = needs.catalog;
    const { chains } = needs.chains;
    const { prices, transferFees } = needs.market;
    const { providers: settings, trustedContracts: trusted, providerTimeoutMs, totalTimeoutMs, extrasTimeoutMs } = own;
    const exchanges = onChainProviders({ chains, networks, clock });
    const providers = [...createHttpProviders({ settings, fetch, clock, checksum: checksumAddress, cowOrderUid }), ...exchanges];
    const approvals = createApprovals({ chains, erc20: createErc20Calls({ chains }) });
    const resolver = createQuoteResolver({ networks, tokens, relayerFees: createRelayerFees({ chains, clock, log }) });
    const repository = createQuoteRepository({ cache });
    const built = createBuiltTransactions({ cache });
    const trades = createQuotedTrades({ cache, repository, resolver, read: (data) => overriddenInput(data, {}) });
    const counts = countProviders(metrics, createTraceCall(tracer));
    const stats = createProviderStats(counts.asked);
    const extrasOf = createQuoteExtras({ prices, tokens, approvals, chains, transferFees, timeoutMs: extrasTimeoutMs, log });
    const limits = { providerTimeoutMs, totalTimeoutMs };
    const quotes = createQuotes({ providers, resolver, extrasOf, repository, trusted, limits, stats, clock, ids, log });
    const builds = createBuilds({
      providers,
      resolver,
      quotes,
      repository,
      built,
      trades,
      approvals,
      trusted,
      providerTimeoutMs,
      clock,
      onBuilt: counts.used,
    });
    const buildOf: QuoteParts['buildOf'] = (id, overrides, signal) => builds.build(id, (data) => overriddenInput(data, overrides), signal);
    const byName = new Map(providers.map(({ traits, provider }) => [traits.name, provider]));
    const statusOf = (aggregator: string) => byName.get(aggregator)?.status ?? null;
    const referenceOf: QuoteParts['referenceOf'] = (aggregator, order) => byName.get(aggregator)?.referenceOf?.(order) ?? null;
    const rangoKey = settings.rango?.apiKey;
    const queryKeys = rangoKey === undefined ? {} : { rango: { apiKey: rangoKey } };
    const proxy = createProviderProxy({ providers, queryKeys, timeoutMs: providerTimeoutMs });
    const offerSources = [
      ...createOfferSources({
        ...{ providers, trusted, tokens, networks, timeoutMs: own.vaultOfferTimeoutMs },
        budgetOf: (name) => createProviderBudget(budgetOf(name, own.budgets), { clock, timers }),
      }),
      ...(chains.has(DEVNET_CHAIN_ID) ? [devnetAggregator(exchanges, tokens)] : []),
    ];
    const gatherQuotes = createGatherQuotes({ quotes, timers });
    const gives: QuoteParts = {
      quotes,
      gatherQuotes,
      builds,
      buildOf,
      built,
      trades,
      providers,
      proxy,
      offerSources,
      statusOf,
      referenceOf,
    };
    return { gives };
  },
});

/**
 * Creates a substitute for an aggregator on the devnet (a local test chain). Real aggregators do not support the devnet, but orders there
 * should also have several routes to choose from.
 */
function devnetAggregator(exchanges: readonly RegisteredProvider[], tokens: Catalog['tokens']): OfferSource {
  return createSplitSource({
    ...{ chainId: DEVNET_CHAIN_ID, router: splitRouter.address(), tokens, encode: encodeSplit },
    exchanges: exchanges.flatMap(({ provider }) => provider ?? []),
  });
}
