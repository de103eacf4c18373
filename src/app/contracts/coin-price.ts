import { settingsOf } from '../../config/compile-settings.ts';
import { createCoingeckoSource } from '../../market/prices/coingecko-source.ts';
import { createCoinmarketcapSource } from '../../market/prices/coinmarketcap-source.ts';
import { createPrices } from '../../market/prices/create-prices.ts';
import { createDefillamaSource } from '../../market/prices/defillama-source.ts';
import type { PriceAnswer } from '../../market/prices/price.ts';
import { marketSettings } from '../../market/prices/settings.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { OpenContracts } from './open-contracts.ts';

/** Returns the price of a chain's native coin, from the service's off-chain price sources. */
export async function coinPrice({ config, network, records }: OpenContracts, clock: Clock): Promise<PriceAnswer> {
  const settings = settingsOf(config, marketSettings);
  const { coinmarketcapApiKey: apiKey } = settings;
  const prices = createPrices({
    sources: [
      createCoingeckoSource({ baseUrl: settings.coingeckoUrl, apiKey: settings.coingeckoApiKey, fetch, clock }),
      ...(apiKey === undefined ? [] : [createCoinmarketcapSource({ baseUrl: settings.coinmarketcapUrl, apiKey, fetch, clock })]),
      createDefillamaSource({ baseUrl: settings.defillamaUrl, fetch, clock }),
    ],
    ...{ clock, log },
  });
  const known = await createTokens({ records, clock }).find(network.id, NATIVE_ADDRESS);
  const { decimals } = network.nativeCurrency;
  return await prices.priceOf(known ?? { chainId: network.id, address: NATIVE_ADDRESS, decimals });
}
