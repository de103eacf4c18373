import type { Address } from '../../values/address.ts';

/** A pair of tokens; `token0` is the token with the lower address. */
export type TokenPair = { readonly token0: Address; readonly token1: Address };

export type Asked = TokenPair & {
  /** True when an order was checked against the pair's pool prices; false when only the price was requested. */
  readonly isForOrder: boolean;
  /** Whether both tokens are in this node's token list. Unauthenticated clients cannot add tokens to this list. */
  readonly isListed: boolean;
};

/**
 * A pair of tokens whose pools are sampled (read regularly for a price history). Times are in UTC ms; `orderedAtMs` is null when no order
 * was checked against the pair's price.
 */
export type AskedPair = TokenPair & { readonly isListed: boolean; readonly askedAtMs: number; readonly orderedAtMs: number | null };

/**
 * The pairs of tokens of one chain whose pools are sampled (read regularly for a price history). Their number is limited: when the limit is
 * reached, a new pair can only replace a pair that ranks lower. Pairs of orders rank above pairs for which only prices were requested.
 * Within these two groups, pairs of listed tokens rank above others. If the ranks are equal, only a pair that was not requested within the
 * last hour is replaced, so that nobody can replace pairs in use by requesting many others.
 */
export type AskedPairs = {
  /** Notes that a sampled pair was requested at `nowMs`. Returns false when the pair is not sampled. */
  touch(pair: Omit<Asked, 'isListed'>, nowMs: number): boolean;
  admit(pairs: readonly Asked[], nowMs: number): void;
  /** Adds a token pair that was stored before the last restart, if the limit is not reached. */
  restore(pair: AskedPair): void;
  /** Returns all pairs whose pools are sampled, except those that have not been requested for a long time. */
  list(nowMs: number): readonly AskedPair[];
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * How long the pools of an order's token pair are sampled after it was last requested, in ms. It is more than a month, so that there is
 * still a price history when a monthly order is executed again.
 */
export const ORDERED_KEPT_MS = 35 * DAY_MS;
/** Time in ms for which the price of a pair is still recorded after the last request for it, when nothing else uses the pair. */
export const ASKED_KEPT_MS = DAY_MS;

export function pairKey({ token0, token1 }: TokenPair): string {
  return `${token0}/${token1}`;
}

export function sortedPair([a, b]: readonly [Address, Address]): TokenPair {
  return a < b ? { token0: a, token1: b } : { token0: b, token1: a };
}

export function createAskedPairs(deps: { readonly mostPairs: number }): AskedPairs {
  const { mostPairs } = deps;
  const pairs = new Map<string, AskedPair>();

  function admitOne(asked: Asked, nowMs: number): void {
    const { token0, token1, isForOrder, isListed } = asked;
    const fresh: AskedPair = { token0, token1, isListed, askedAtMs: nowMs, orderedAtMs: isForOrder ? nowMs : null };
    if (pairs.size >= mostPairs) {
      const victim = [...pairs].filter(([, pair]) => mayReplace(fresh, pair, nowMs)).sort(([, a], [, b]) => compare(a, b))[0];
      if (victim === undefined) return;
      pairs.delete(victim[0]);
    }
    pairs.set(pairKey(asked), fresh);
  }

  return {
    touch(asked, nowMs) {
      const key = pairKey(asked);
      const pair = pairs.get(key);
      if (pair === undefined) return false;
      pairs.set(key, { ...pair, askedAtMs: nowMs, orderedAtMs: asked.isForOrder ? nowMs : pair.orderedAtMs });
      return true;
    },
    admit(asked, nowMs) {
      // The requested pairs with the highest rank are added first, so that none of them has to replace a pair that is added in the same
      // call.
      const best = asked.toSorted((a, b) => rankOf(b.isForOrder, b.isListed) - rankOf(a.isForOrder, a.isListed));
      for (const one of best) if (!this.touch(one, nowMs)) admitOne(one, nowMs);
    },
    restore(pair) {
      if (pairs.size < mostPairs && !pairs.has(pairKey(pair))) pairs.set(pairKey(pair), pair);
    },
    list(nowMs) {
      for (const [key, { askedAtMs, orderedAtMs }] of pairs) {
        if (nowMs - askedAtMs > ASKED_KEPT_MS && (orderedAtMs === null || nowMs - orderedAtMs > ORDERED_KEPT_MS)) pairs.delete(key);
      }
      return [...pairs.values()];
    },
  };
}

function rankOf(isForOrder: boolean, isListed: boolean): number {
  return (isForOrder ? 2 : 0) + (isListed ? 1 : 0);
}

function rank({ orderedAtMs, isListed }: AskedPair): number {
  return rankOf(orderedAtMs !== null, isListed);
}

function mayReplace(fresh: AskedPair, pair: AskedPair, nowMs: number): boolean {
  return rank(pair) < rank(fresh) || (rank(pair) === rank(fresh) && nowMs - pair.askedAtMs > HOUR_MS);
}

function compare(a: AskedPair, b: AskedPair): number {
  return rank(a) - rank(b) || a.askedAtMs - b.askedAtMs;
}
