import { defineModule } from '../../module/module.ts';
import type { Catalog } from '../catalog/module.ts';
import type { Market } from '../prices/module.ts';
import { createPriceSeries } from './create-price-series.ts';
import { AUTOPILOT_PRICES } from './price-repository.ts';
import type { PriceSeries } from './price-series.ts';
import { createReadPrice, type ReadPrice } from './read-price.ts';
import { SERIES_METRICS } from './series-metrics.ts';
import { guardOf, priceHistorySettings } from './settings.ts';

/**
 * Maximum age in ms of a cached price that may be recorded. The maximum is shorter on an accelerated clock, so that each recording has its
 * own price.
 */
const HAD_WITHIN_MS = 20_000;

/** Recorded prices of tokens over time, and the limits for acting on the newest prices. */
export type PriceHistory = {
  readonly series: PriceSeries;
  readonly readPrice: ReadPrice;
  /**
   * The limits for prices that decide about exits (protective sells): the maximum age of a price, and its maximum jump from the previous
   * price.
   */
  readonly guard: { readonly maxAgeMs: number; readonly maxJumpBps: number };
};

export const priceHistory = defineModule({
  name: 'priceHistory',
  needs: { catalog: true, market: true },
  actors: [],
  collections: [AUTOPILOT_PRICES],
  metrics: Object.values(SERIES_METRICS),
  settings: priceHistorySettings,
  start(platform, { catalog, market }: { readonly catalog: Catalog; readonly market: Market }, settings) {
    const { config, records, clock, log, metrics } = platform;
    const mended = metrics.counter(SERIES_METRICS.bucketsMended).of();
    const guard = guardOf(settings);
    const series = createPriceSeries({
      ...{ records, prices: market.prices, clock },
      guard: { ...guard, confirmAfterMs: (config.tickIntervalMs * 3) / 4 },
      hadWithinMs: Math.min(HAD_WITHIN_MS, config.tickIntervalMs / 3),
      log,
      onCorrupt(id) {
        log.warn('An invalid stored price was skipped, and recording of the period to which it belonged began again', { id });
        mended.inc();
      },
    });
    const gives: PriceHistory = { series, readPrice: createReadPrice({ series, tokens: catalog.tokens, clock }), guard };
    return { gives };
  },
});
