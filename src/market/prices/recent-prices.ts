import type { Clock } from '../../values/clock.ts';
import type { Price, PriceSource } from './price.ts';

/** Caches the latest prices of each price source, so that several callers within a short time share one request. */
export type RecentPrices = {
  /** Returns the cached price of a token from a source. @param withinMs maximum age in ms; by default, any cached price is returned */
  get(source: PriceSource, key: string, withinMs?: number): Price | undefined;
  set(source: PriceSource, key: string, price: Price): void;
};

/** Creates a cache of prices with limited size in this process. When it is full, the entry that was stored first is removed. */
export function createRecentPrices(deps: { clock: Clock; keepMs: number; mostKept: number }): RecentPrices {
  const { clock, keepMs, mostKept } = deps;
  const kept = new Map<string, { readonly price: Price; readonly storedAtMs: number }>();
  return {
    get(source, key, withinMs = keepMs) {
      const id = `${source.name}/${key}`;
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      const now = clock.now();
      // If the clock was set back, a cached price seems to be stored in the future. Such a price is not used, because it would count as new
      // for far too long.
      const isKept = now >= entry.storedAtMs && now - entry.storedAtMs < keepMs && now - entry.price.atMs <= source.maxAgeMs;
      if (!isKept) kept.delete(id);
      return isKept && now - entry.storedAtMs < withinMs ? entry.price : undefined;
    },
    set(source, key, price) {
      const id = `${source.name}/${key}`;
      kept.delete(id);
      kept.set(id, { price, storedAtMs: clock.now() });
      if (kept.size <= mostKept) return;
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}
