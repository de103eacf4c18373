import type { Config } from '../config.ts';

/** Every text of the settings that must never be written to a log. */
export function secretsOf(config: Config): readonly string[] {
  const keys = [config.executorKeys, config.signerKeys].flatMap((signing) => [signing.default, ...Object.values(signing.byChain)]);
  const urls = [config.mongodbUrl, config.redisUrl, ...Object.values(config.rpcUrls).flat()];
  const operators = [...config.operators, ...config.readers].map(({ token }) => token);
  const providers = Object.values(config.quotes.providers).flatMap(({ apiKey, apiSecret, apiPassphrase }) => [
    apiKey,
    apiSecret,
    apiPassphrase,
  ]);
  const tracing = Object.values(config.tracing?.headers ?? {});
  return [...keys, ...urls, ...operators, ...providers, ...tracing, config.coingecko.apiKey, config.coinmarketcap.apiKey].filter(
    (text) => text !== undefined,
  );
}
