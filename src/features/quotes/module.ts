import type { Config } from '../../config.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { checksumAddress } from '../../platform/chain/checksum-address.ts';
import { cowOrderUid } from '../../platform/chain/cow-order-uid.ts';
import { createErc20Calls } from '../../platform/chain/erc20/create-erc20-calls.ts';
import { createRelayerFees } from '../../platform/chain/relayer/relayer-fees.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { randomIds } from '../../values/id-source.ts';
import type { TradesDeps } from '../trades/module.ts';
import { createApprovals } from './approvals.ts';
import { type BuiltTransactions, createBuiltTransactions } from './built-transactions.ts';
import { type Builds, createBuilds } from './create-builds.ts';
import { createProviderProxy, type ProviderProxy } from './create-proxy.ts';
import { createQuotes, type Quotes } from './create-quotes.ts';
import type { QuoteProvider } from './provider.ts';
import { createProviderStats, type ProviderStats } from './provider-stats.ts';
import { createQuoteBook, type QuoteBook } from './quote-book.ts';
import { createQuoteExtras } from './quote-extras.ts';
import { createQuotedTrades, type QuotedTrades } from './quoted-trades.ts';
import { createHttpProviders, type RegisteredProvider } from './registry.ts';
import { createQuoteResolver } from './resolve-quote.ts';
import { overriddenInput } from './routes/quote-query.ts';
import type { TransferFees } from './transfer-fees.ts';

export type QuoteParts = {
  readonly quotes: Quotes;
  readonly builds: Builds;
  readonly book: QuoteBook;
  readonly built: BuiltTransactions;
  readonly trades: QuotedTrades;
  readonly providers: readonly RegisteredProvider[];
  readonly proxy: ProviderProxy;
  readonly stats: ProviderStats;
  /** The status look-up of an aggregator; null when it has none, or is off. */
  readonly statusOf: (aggregator: string) => QuoteProvider['status'];
  /** What an aggregator finds a trade by, from the id that it gave for it: see `QuoteProvider.referenceOf`. */
  readonly referenceOf: TradesDeps['referenceOf'];
};

/** Quotes and builds, over every aggregator that the settings have a key for and those that need none. */
export function createQuoteParts(
  config: Config,
  deps: {
    readonly chains: Chains;
    readonly networks: Networks;
    readonly tokens: Tokens;
    readonly prices: Prices;
    readonly transferFees: TransferFees;
    readonly cache: Cache;
    /** Providers that work on the chains themselves. */
    readonly onChain: readonly RegisteredProvider[];
    readonly clock: Clock;
    readonly log: Log;
    /** Whoever counts what providers do. */
    readonly watch?: { provider(name: string, outcome: string, ms: number): void; providerUsed(name: string): void };
  },
): QuoteParts {
  const { chains, networks, tokens, prices, transferFees, cache, onChain, clock, log } = deps;
  const { providers: settings, trustedContracts: trusted, providerTimeoutMs, totalTimeoutMs, extrasTimeoutMs } = config.quotes;
  const providers = [...createHttpProviders({ settings, fetch, clock, checksum: checksumAddress, cowOrderUid }), ...onChain];
  const approvals = createApprovals({ chains, erc20: createErc20Calls({ chains }) });
  const resolver = createQuoteResolver({ networks, tokens, relayerFees: createRelayerFees({ chains, clock, log }) });
  const book = createQuoteBook({ cache });
  const built = createBuiltTransactions({ cache });
  const trades = createQuotedTrades({ cache, book, resolver, read: (data) => overriddenInput(data, {}) });
  const { watch } = deps;
  const stats = createProviderStats(watch?.provider);
  const extrasOf = createQuoteExtras({ prices, tokens, approvals, chains, transferFees, timeoutMs: extrasTimeoutMs, log });
  const limits = { providerTimeoutMs, totalTimeoutMs };
  const onBuilt = watch === undefined ? {} : { onBuilt: watch.providerUsed };
  const quotes = createQuotes({ providers, resolver, extrasOf, book, trusted, limits, stats, clock, ids: randomIds, log });
  const builds = createBuilds({
    providers,
    resolver,
    quotes,
    book,
    built,
    trades,
    approvals,
    trusted,
    providerTimeoutMs,
    clock,
    ...onBuilt,
  });
  const byName = new Map(providers.map(({ traits, provider }) => [traits.name, provider]));
  const statusOf = (aggregator: string) => byName.get(aggregator)?.status ?? null;
  const referenceOf: TradesDeps['referenceOf'] = (aggregator, order) => byName.get(aggregator)?.referenceOf?.(order) ?? null;
  const rangoKey = settings.rango?.apiKey;
  const queryKeys = rangoKey === undefined ? {} : { rango: { apiKey: rangoKey } };
  const proxy = createProviderProxy({ providers, queryKeys, timeoutMs: providerTimeoutMs });
  return { quotes, builds, book, built, trades, providers, proxy, stats, statusOf, referenceOf };
}
