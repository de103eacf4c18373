import type { Config } from '../config.ts';
import type { SigningKeys } from './read-keys.ts';

/**
 * One line per setting, for the start of the log. No secret is in it: of keys and tokens only that they are set, of URLs only
 * the host (passwords and API keys stand in the rest).
 */
export function describeConfig(config: Config): readonly string[] {
  const facts: Readonly<Record<string, string>> = {
    listen: `${config.host}:${config.port === 0 ? 'a free port' : config.port}`,
    data: config.dataDir,
    brand: config.brand,
    'log level': config.logLevel,
    'cors origins': config.corsOrigins === '*' ? '*' : listOr(config.corsOrigins, 'none'),
    store: config.mongodbUrl === undefined ? 'embedded SQLite' : `MongoDB at ${hostOf(config.mongodbUrl)}`,
    cache: config.redisUrl === undefined ? 'in process' : `Redis at ${hostOf(config.redisUrl)}`,
    ticks: config.cron ? `every ${config.tickIntervalMs} ms` : 'off',
    operators: listOr(
      config.operators.map(({ name }) => name),
      'none',
    ),
    readers: listOr(
      config.readers.map(({ name }) => name),
      'none',
    ),
    inspector: config.inspector,
    traces: config.tracing === null ? 'off' : `to ${hostOf(config.tracing.url)}, a share of ${config.tracing.sampling.ratio}`,
    devnet: config.devnet.enabled ? `on, port ${config.devnet.port ?? '8545 or a free one'}` : 'off',
    rpc: listOr(
      Object.entries(config.rpcUrls).map(([chainId, urls]) => `${chainId} (${urls.map(hostOf).join(', ')})`),
      'none',
    ),
    'executor keys': describeKeys(config.executorKeys),
    'signer keys': describeKeys(config.signerKeys),
    relayers: describeAddresses(config.contracts.relayer),
    'dca vaults': describeAddresses(config.contracts.dcaVault),
    'autopilot vaults': describeAddresses(config.contracts.autopilotVault),
    dca: `orders of at least ${config.dca.minOrderUsd} USD, quotes at most ${config.dca.maxQuoteDeviationBps} bps under the average of ${config.dca.averageSeconds} s, prices at most ${config.dca.maxPriceDisagreementBps} bps apart, output at most ${config.dca.minOutputSlippageBps} bps under the quote`,
    autopilot: `exits take no price older than ${config.autopilot.maxPriceAgeSeconds} s, and none that jumped by more than ${config.autopilot.maxPriceJumpBps} bps unless it is confirmed`,
    goplus: hostOf(config.goplus.url),
    history: `${config.history.retentionDays} days`,
    actors: `at most ${config.runtime.maxResidentActors} resident, ${config.runtime.mailboxLimit} events waiting for each`,
    'shutdown grace': `${config.shutdownGraceMs} ms`,
    coingecko: `${hostOf(config.coingecko.url)}, ${config.coingecko.apiKey === undefined ? 'no key' : 'key set'}`,
    coinmarketcap: config.coinmarketcap.apiKey === undefined ? 'off (no key)' : `${hostOf(config.coinmarketcap.url)}, key set`,
    defillama: hostOf(config.defillama.url),
    'provider keys': listOr(
      Object.entries(config.quotes.providers).flatMap(([name, { apiKey }]) => (apiKey === undefined ? [] : [name])),
      'none',
    ),
    quotes: `${config.quotes.providerTimeoutMs} ms for a provider, ${config.quotes.totalTimeoutMs} ms for a stream`,
    'curated token list': hostOf(config.curatedListUrl),
  };
  return Object.entries(facts).map(([name, fact]) => `${name}: ${fact}`);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'a host';
}

function describeKeys(keys: SigningKeys): string {
  const set = Object.keys(keys.byChain).map((chainId) => `set for ${chainId}`);
  if (keys.default !== undefined) set.unshift('default set');
  return listOr(set, 'none');
}

function describeAddresses(addresses: Readonly<Record<number, string>>): string {
  return listOr(
    Object.entries(addresses).map(([chainId, address]) => `${chainId} at ${address}`),
    'from the Network records',
  );
}

function listOr(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}
