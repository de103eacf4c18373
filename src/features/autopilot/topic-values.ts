import type { PriceSeries } from '../../market/price-series/price-series.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { Repeats } from '../../platform/log/repeats.ts';
import { type Address, isAddress } from '../../values/address.ts';
import type { PriceFact } from '../../values/autopilot/facts.ts';
import { parseRational } from '../../values/rational.ts';

/**
 * Reads the current values of topics (values such as prices with which the triggers of agents are compared). A topic without a value
 * (because its token has no price) is omitted.
 */
export type TopicValues = (
  topics: readonly string[],
  context: { readonly atMs: number; readonly signal: AbortSignal },
) => Promise<ReadonlyMap<string, number>>;

type Asked = { readonly topic: string; readonly chainId: number; readonly token: Address; readonly lookbackSec: number | null };

const TOPIC = /^(?:price\/([0-9]{1,15})\/([^/]+)|drop\/([0-9]{1,15})\/([^/]+)\/([0-9]{1,15}))$/;

/** Number of units per basis point in which a price drop is measured; the drop is rounded up to whole units. */
const DROP_UNITS = 1_000_000n;

/**
 * Reads the values with which the agents' triggers are compared. `price/<chainId>/<token>` is the price in dollars, as the number nearest
 * to the exact text. `drop/<chainId>/<token>/<lookbackSec>` is the distance from the window's highest price in basis points, and is never
 * less than the exact value. The prices are the same as those with which the agents are evaluated at the same time.
 */
export function createTopicValues(deps: {
  readonly series: Pick<PriceSeries, 'high'>;
  readonly pricesOf: (asked: readonly Asked[], atMs: number) => Promise<ReadonlyMap<string, PriceFact>>;
  readonly repeats: Pick<Repeats, 'warn'>;
}): TopicValues {
  const { series, pricesOf, repeats } = deps;

  return async (topics, { atMs }) => {
    const asked = topics.flatMap(parseTopic);
    const prices = await pricesOf(asked, atMs);
    const values = new Map<string, number>();
    await Promise.all(
      asked.map(async ({ topic, chainId, token, lookbackSec }) => {
        const price = prices.get(tokenKey(chainId, token));
        if (price?.kind !== 'price') return;
        if (lookbackSec === null) {
          values.set(topic, Number(price.usd));
          return;
        }
        try {
          const high = await series.high(chainId, token, lookbackSec, atMs);
          if (high !== null) values.set(topic, dropBps(price.usd, high));
        } catch (error) {
          repeats.warn(`high/${chainId}`, "Reading the highest price of a strategy's time window failed", {
            chainId,
            token,
            lookbackSec,
            error,
          });
        }
      }),
    );
    return values;
  };
}

/** Returns how far a price is below the highest price of a time window, in basis points; 0 when it is not below. */
export function dropBps(usd: string, highUsd: string): number {
  const price = parseRational(usd);
  const high = parseRational(highUsd);
  // Computes (high - price) / high with a common denominator.
  const highScaled = high.numerator * price.denominator;
  const under = highScaled - price.numerator * high.denominator;
  if (under <= 0n) return 0;
  const units = (under * 10_000n * DROP_UNITS + highScaled - 1n) / highScaled;
  return Number(units) / Number(DROP_UNITS);
}

function parseTopic(topic: string): Asked[] {
  const match = TOPIC.exec(topic);
  if (match === null) return [];
  const [, priceChain, priceToken, dropChain, dropToken, lookback] = match;
  if (priceChain !== undefined && isAddress(priceToken))
    return [{ topic, chainId: Number(priceChain), token: priceToken, lookbackSec: null }];
  if (dropChain === undefined || !isAddress(dropToken) || lookback === undefined) return [];
  return [{ topic, chainId: Number(dropChain), token: dropToken, lookbackSec: Number(lookback) }];
}
