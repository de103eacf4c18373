import { httpUrl, integer, secret } from '../../config/kinds.ts';
import { defineSettings } from '../../config/setting.ts';

const ORDER =
  'Sources of token prices. The service asks them in this order: CoinGecko (finds a token by its coingeckoId), CoinMarketCap ' +
  '(finds a token by its cmcId and needs a key), DefiLlama (finds a token by its address), and last the pools of the chain ' +
  'itself.';

export const marketSettings = defineSettings({
  of: 'market',
  title: 'Prices and routes',
  settings: {
    coingeckoUrl: httpUrl('COINGECKO_URL', { default: 'https://api.coingecko.com/api/v3', doc: ORDER }),
    coingeckoApiKey: secret('COINGECKO_API_KEY', { doc: ORDER }),
    coinmarketcapUrl: httpUrl('COINMARKETCAP_URL', { default: 'https://pro-api.coinmarketcap.com/v2', doc: ORDER }),
    coinmarketcapApiKey: secret('COINMARKETCAP_API_KEY', { doc: ORDER }),
    defillamaUrl: httpUrl('DEFILLAMA_URL', { default: 'https://coins.llama.fi', doc: ORDER }),
    maxQuoteDeviationBps: integer('DCA_MAX_QUOTE_DEVIATION_BPS', {
      ...{ default: 300, min: 0, max: 5_000 },
      doc: "Maximum difference by which a quote may be worse than the pools' average price, in basis points, at most 5000.",
    }),
    maxPriceDisagreementBps: integer('DCA_MAX_PRICE_DISAGREEMENT_BPS', {
      ...{ default: 500, min: 1, max: 5_000 },
      doc:
        "Maximum difference between the pools' average price and off-chain prices, in both directions, in basis points, at most " +
        "5000. If the difference is larger, nothing is traded. For an exit, the pools' price may also exceed the reliable price by " +
        'at most this difference.',
    }),
    minOutputSlippageBps: integer('DCA_MIN_OUTPUT_SLIPPAGE_BPS', {
      ...{ default: 100, min: 0, max: 5_000 },
      doc: 'Difference between the quoted output of a trade and its minimum output (slippage), in basis points, at most 5000.',
    }),
    // Time in seconds over which pool prices are averaged. The minimum is 300 (five minutes), because an average over a shorter time would
    // not be meaningful.
    averageSeconds: integer('DCA_AVERAGE_SECONDS', {
      ...{ default: 1_800, min: 300, max: 86_400 },
      doc:
        "The time over which the pools' prices and liquidity are averaged, in seconds, from 300 to 86400. Pools with a shorter " +
        'history are ignored. A longer time makes manipulation more expensive, but the average follows the market more slowly.',
    }),
  },
});
