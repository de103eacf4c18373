import { compareRationals, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import type { Price } from '../prices/price.ts';

/** What was recorded before, that a price is compared with. */
export type PriceBefore = {
  readonly usd: string;
  /** What it came from (`originOf`); null: that was not kept. */
  readonly origin?: string | null;
  /** Null when it was trusted. */
  readonly doubted: Doubted | null;
  /** The last one that was trusted; null: none of those before was. */
  readonly trustedUsd: string | null;
  readonly trustedOrigin?: string | null;
};

/** Since when the series stands where nothing has confirmed it: the time of the tick, and of the price that was doubted first. UTC ms. */
export type Doubted = { readonly sinceMs: number; readonly priceAtMs: number };

export type PriceGuard = {
  /** An older price is no ground for an exit. */
  readonly maxAgeMs: number;
  /** How far from the one before a price may be without being confirmed, in basis points of the one before. */
  readonly maxJumpBps: number;
  /** How long a jump has to stand before a later price confirms it: most of a tick's interval. */
  readonly confirmAfterMs: number;
};

export type Judgement =
  | { readonly isTrusted: true }
  /** `canBeConfirmed`: it is a jump, and a second source may say that it is real. `doubted` goes on from that of the price before. */
  | { readonly isTrusted: false; readonly doubt: string; readonly canBeConfirmed: boolean; readonly doubted: Doubted };

/** How far two sources may be apart and still agree: further, and a price of another origin than the one before is a jump. */
export const AGREEMENT_BPS = 300;

const trusted: Judgement = { isTrusted: true };

/**
 * Whether an exit may act on a price (domain decisions, "Prices"). It may when the price is fresh, and within the bound of the one before. A
 * price that jumped is doubted until it has stood for a tick: so long that nobody can have it confirmed sooner by asking for more
 * prices between two ticks, and only by a price that its source has looked up again. One that goes back to where it was trusted is trusted at
 * once. A price from elsewhere (another source, or other pools) jumps already where it does not agree with the one before. With nothing before
 * it there is no jump.
 */
export function judgePrice(price: Price, before: PriceBefore | null, atMs: number, guard: PriceGuard): Judgement {
  const { maxAgeMs, maxJumpBps, confirmAfterMs } = guard;
  const origin = originOf(price);
  const boundFrom = (other: string | null | undefined) =>
    other == null || other === origin ? maxJumpBps : Math.min(maxJumpBps, AGREEMENT_BPS);
  const isNear = before === null || isWithin(price.usd, before.usd, boundFrom(before.origin));
  const doubted = isNear && before?.doubted != null ? before.doubted : { sinceMs: atMs, priceAtMs: price.atMs };
  const ageMs = atMs - price.atMs;
  if (ageMs > maxAgeMs) {
    const doubt = `The price is ${seconds(ageMs)} s old; exits take none older than ${seconds(maxAgeMs)} s.`;
    return { isTrusted: false, doubt, canBeConfirmed: false, doubted };
  }
  if (before === null) return trusted;
  if (before.trustedUsd !== null && isWithin(price.usd, before.trustedUsd, boundFrom(before.trustedOrigin))) return trusted;
  if (isNear && before.doubted === null) return trusted;
  const hasStood = atMs - doubted.sinceMs >= confirmAfterMs && price.atMs > doubted.priceAtMs;
  if (isNear && hasStood) return trusted;
  const [from, fromOrigin] = before.trustedUsd === null ? [before.usd, before.origin] : [before.trustedUsd, before.trustedOrigin];
  const elsewhere = boundFrom(fromOrigin) < maxJumpBps ? ' from elsewhere' : '';
  const doubt = `The price${elsewhere} went from ${from} to ${price.usd} USD, by more than ${boundFrom(fromOrigin)} bps, and nothing has confirmed it yet.`;
  return { isTrusted: false, doubt, canBeConfirmed: true, doubted };
}

/** What a price came from: its source, and what that went by. */
export function originOf({ source, basis }: Price): string {
  return basis === undefined ? source : `${source}/${basis}`;
}

/**
 * What a price counts as in the highs of its windows: a doubted one at most as the last that was trusted, or one wrong price would look like
 * a high, and each right one after it like a dip.
 */
export function highOf({ usd, isTrusted, trustedUsd }: { usd: string; isTrusted: boolean; trustedUsd: string | null }): string {
  if (isTrusted || trustedUsd === null) return usd;
  return compareRationals(parseRational(usd), parseRational(trustedUsd)) <= 0 ? usd : trustedUsd;
}

/** Whether `usd` is at most so many basis points of `reference` away from it. */
export function isWithin(usd: string, reference: string, bps: number): boolean {
  const base = parseRational(reference);
  const price = parseRational(usd);
  const lowest = multiplyRationals(base, partOf(10_000 - bps));
  const highest = multiplyRationals(base, partOf(10_000 + bps));
  return compareRationals(price, lowest) >= 0 && compareRationals(price, highest) <= 0;
}

function partOf(bps: number): Rational {
  return { numerator: BigInt(bps), denominator: 10_000n };
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
