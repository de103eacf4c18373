import type { Config } from '../../config.ts';
import { createNotifications } from '../../features/notifications/create-notifications.ts';
import type { Notifications } from '../../features/notifications/notification.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { createTokenProbe } from '../../platform/chain/token-probe/create-token-probe.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Prices } from '../prices/create-prices.ts';
import { createTokenSafety } from '../safety/create-token-safety.ts';
import { createGoplusSource } from '../safety/goplus-source.ts';
import { createSimulatedTradeSource } from '../safety/simulated-trade-source.ts';
import type { TokenSafety } from '../safety/token-safety.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { createPriceSeries } from './create-price-series.ts';
import type { PriceSeries } from './price-series.ts';
import { createReadPrice, type ReadPrice } from './read-price.ts';

/** What Autopilot decides by (prices, scans) and tells by (notifications). */
export type AutopilotInputs = {
  readonly series: PriceSeries;
  readonly readPrice: ReadPrice;
  readonly safety: TokenSafety;
  readonly notifications: Notifications;
};

/** A price that was had longer ago is asked for again; on an accelerated clock sooner, so that each tick has its own. */
const HAD_WITHIN_MS = 20_000;

export function createAutopilotInputs(
  config: Config,
  deps: {
    readonly records: RecordStore;
    readonly networks: Networks;
    readonly tokens: Tokens;
    readonly chains: Chains;
    readonly prices: Prices;
    readonly cache: Cache;
    readonly watch: { priceBucketMended(): void };
    readonly clock: Clock;
    /** Random ones: they are shown. */
    readonly ids: IdSource;
    readonly log: Log;
  },
): AutopilotInputs {
  const { records, networks, tokens, chains, prices, cache, clock, ids, log } = deps;
  const { maxPriceAgeSeconds, maxPriceJumpBps } = config.autopilot;
  const series = createPriceSeries({
    records,
    prices,
    clock,
    guard: { maxAgeMs: maxPriceAgeSeconds * 1_000, maxJumpBps: maxPriceJumpBps, confirmAfterMs: (config.tickIntervalMs * 3) / 4 },
    hadWithinMs: Math.min(HAD_WITHIN_MS, config.tickIntervalMs / 3),
    log,
    onCorrupt(id) {
      log.warn('A stored price is none: it is left out, and its bucket begun anew', { id });
      deps.watch.priceBucketMended();
    },
  });
  const safety = createTokenSafety({
    sources: [
      createGoplusSource({ baseUrl: config.goplus.url, fetch, clock }),
      createSimulatedTradeSource({ uniswapV3: createUniswapV3({ chains }), probe: createTokenProbe({ chains }), networks, tokens }),
    ],
    cache,
    clock,
    log,
  });
  return {
    series,
    readPrice: createReadPrice({ series, tokens, clock }),
    safety,
    notifications: createNotifications({ records, clock, ids }),
  };
}
