import type { Config } from '../config.ts';
import { loginIn, secretsInUrl } from '../values/secrets-in-url.ts';

/** Every text of the settings that must never be written to a log: addresses, and the keys in them, which others quote by themselves. */
export function secretsOf(config: Config): readonly string[] {
  const keys = [config.executorKeys, config.signerKeys].flatMap((signing) => [signing.default, ...Object.values(signing.byChain)]);
  const operators = [...config.operators, ...config.readers].map(({ token }) => token);
  const providers = Object.values(config.quotes.providers);
  const ofProviders = providers.flatMap(({ apiKey, apiSecret, apiPassphrase }) => [apiKey, apiSecret, apiPassphrase]);
  const tracing = Object.values(config.tracing?.headers ?? {});
  const stores = [config.mongodbUrl, config.redisUrl].filter((url) => url !== undefined);
  const asked = [
    ...Object.values(config.rpcUrls).flat(),
    ...providers.flatMap(({ url }) => url ?? []),
    ...[config.goplus.url, config.coingecko.url, config.coinmarketcap.url, config.defillama.url, config.curatedListUrl],
    ...(config.tracing === null ? [] : [config.tracing.url]),
  ];
  return [
    ...[...keys, ...operators, ...ofProviders, ...tracing, config.coingecko.apiKey, config.coinmarketcap.apiKey],
    ...[...stores, ...Object.values(config.rpcUrls).flat()],
    ...stores.flatMap(loginIn),
    ...asked.flatMap(secretsInUrl),
  ].filter((text) => text !== undefined);
}
