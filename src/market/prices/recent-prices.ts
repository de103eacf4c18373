import type { Clock } from '../../values/clock.ts';
import type { Price, PriceSource } from './price.ts';

/** Caches the latest prices of each source, so that several callers within a short time share one request. */
export type RecentPrices = {
  /** Returns a cached price. @param withinMs maximum age; default: as long as it is cached */
  get(source: PriceSource, key: string, withinMs?: number): Price | undefined;
  set(source: PriceSource, key: string, price: Price): void;
};

/** Creates a cache of limited size in this process. The entry that was stored first is evicted first. */
export function createRecentPrices(deps: { clock: Clock; keepMs: number; mostKept: number }): RecentPrices {
  const { clock, keepMs, mostKept } = deps;
  const kept = new Map<string, { readonly price: Price; readonly storedAtMs: number }>();
  return {
    get(source, key, withinMs = keepMs) {
      const id = `${source.name}/${key}`;
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      const now = clock.now();
      // If the clock was set back, the entry seems to be stored in the future. Such an entry is not used, because it would remain valid far
      // too long.
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
