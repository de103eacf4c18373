import type { HistoryRow, PriceHistory } from '../../../../../src/features/autopilot/backtest/price-history.ts';
import { seededRandom } from '../../../../../src/test-kit/seeded-random.ts';
import { type Address, addressesIn, type ByAddress, entriesByAddress } from '../../../../../src/values/address.ts';

const MINUTE_MS = 60_000;

/**
 * Generates a random history of minute prices: a random walk with trends that last weeks, so that it contains dips, rises and falls of all
 * sizes. The same seed results in the same prices.
 */
export function pricePath({
  seed,
  points,
  startMs,
  budgetToken,
  tokens,
}: {
  readonly seed: number;
  readonly points: number;
  readonly startMs: number;
  readonly budgetToken: Address;
  readonly tokens: ByAddress<number>;
}): PriceHistory {
  const random = seededRandom(seed);
  const now = new Map(entriesByAddress(tokens));
  const drift = new Map(addressesIn(tokens).map((token) => [token, 0]));
  const rows: HistoryRow[] = [];
  for (let index = 0; index < points; index += 1) {
    const prices: Record<Address, string> = { [budgetToken]: '1' };
    for (const [token, usd] of now) {
      if (index % 10_080 === 0) drift.set(token, (random() - 0.5) * 2e-5);
      const next = usd * Math.exp((random() - 0.5) * 0.003 + (drift.get(token) ?? 0));
      now.set(token, next);
      prices[token] = next.toFixed(8);
    }
    rows.push({ atMs: startMs + index * MINUTE_MS, prices });
  }
  return { tokens: [budgetToken, ...addressesIn(tokens)], rows };
}
