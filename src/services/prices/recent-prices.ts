import type { Clock } from '../../values/clock.ts';
import type { Price, PriceSource } from './price.ts';

/** The last prices of each source, so that one minute's callers do not all ask. */
export type RecentPrices = {
  get(source: PriceSource, key: string): Price | undefined;
  set(source: PriceSource, key: string, price: Price): void;
};

/** In this process only, and bounded: the least recently stored goes first. */
export function createRecentPrices(deps: { clock: Clock; keepMs: number; mostKept: number }): RecentPrices {
  const { clock, keepMs, mostKept } = deps;
  const kept = new Map<string, { readonly price: Price; readonly storedAtMs: number }>();
  return {
    get(source, key) {
      const id = `${source.name}/${key}`;
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      const now = clock.now();
      // A clock that was set back must not keep a price for ever.
      const isFresh = now >= entry.storedAtMs && now - entry.storedAtMs < keepMs && now - entry.price.atMs <= source.maxAgeMs;
      if (isFresh) return entry.price;
      kept.delete(id);
      return undefined;
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
