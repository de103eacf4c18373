import { compareRationals, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import type { Price } from '../prices/price.ts';

/** The price that was recorded before. A new price is compared with it. */
export type PriceBefore = {
  readonly usd: string;
  /** Origin of the price (see `originOf`); null when not recorded. */
  readonly origin?: string | null;
  /** The beginning of the doubt about this price; null when the price was trusted. */
  readonly doubted: Doubted | null;
  /** The last trusted price; null when there is none. */
  readonly trustedUsd: string | null;
  readonly trustedOrigin?: string | null;
};

/**
 * The beginning of a doubt about prices: the time of the tick that first doubted a price (`sinceMs`), and the time of that price itself
 * (`priceAtMs`). Both are in UTC ms.
 */
export type Doubted = { readonly sinceMs: number; readonly priceAtMs: number };

export type PriceGuard = {
  /** Maximum age in ms of a price that may decide about an exit. */
  readonly maxAgeMs: number;
  /** Maximum difference between a new price and the previous one that needs no confirmation, in basis points of the previous price. */
  readonly maxJumpBps: number;
  /** Minimum duration of a jump, in ms, before a later price can confirm it. It is a little less than a tick's interval. */
  readonly confirmAfterMs: number;
};

export type Judgement =
  | { readonly isTrusted: true }
  /**
   * The price is doubted. `canBeConfirmed` is true when the reason is a jump, which a second source can confirm. `doubted` is the beginning
   * of the doubt; when the previous price was doubted too, that doubt continues.
   */
  | { readonly isTrusted: false; readonly doubt: string; readonly canBeConfirmed: boolean; readonly doubted: Doubted };

/**
 * Maximum difference between the prices of two sources, in basis points, with which they still agree. When the origin of a price changes
 * and the price differs by more than this, the change counts as a jump.
 */
export const AGREEMENT_BPS = 300;

const trusted: Judgement = { isTrusted: true };

/**
 * Decides whether a price may be used for exits (domain decisions, "Prices"): it must be recent, and close enough to the previous price. A
 * jump is doubted until it has lasted for a tick. Only a price that its source has looked up again can confirm the jump, so nobody can
 * speed this up by requesting more prices between two ticks. A return to the last trusted price is trusted at once. A price from another
 * source or other pools counts as a jump if it does not agree with the previous price. The first price of a series is never a jump.
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
    const doubt = `The price is ${seconds(ageMs)} s old, but exits need a price that is at most ${seconds(maxAgeMs)} s old.`;
    return { isTrusted: false, doubt, canBeConfirmed: false, doubted };
  }
  if (before === null) return trusted;
  if (before.trustedUsd !== null && isWithin(price.usd, before.trustedUsd, boundFrom(before.trustedOrigin))) return trusted;
  if (isNear && before.doubted === null) return trusted;
  const hasStood = atMs - doubted.sinceMs >= confirmAfterMs && price.atMs > doubted.priceAtMs;
  if (isNear && hasStood) return trusted;
  const [from, fromOrigin] = before.trustedUsd === null ? [before.usd, before.origin] : [before.trustedUsd, before.trustedOrigin];
  const elsewhere = boundFrom(fromOrigin) < maxJumpBps ? ' from another source' : '';
  const doubt =
    `The price${elsewhere} changed from ${from} to ${price.usd} USD, by more than ${boundFrom(fromOrigin)} bps, and no second ` +
    'source has confirmed the new price yet.';
  return { isTrusted: false, doubt, canBeConfirmed: true, doubted };
}

/** Returns the origin of a price: its source, and the source's own basis. */
export function originOf({ source, basis }: Price): string {
  return basis === undefined ? source : `${source}/${basis}`;
}

/**
 * Returns the value with which a price counts for the highest prices of time windows. A doubted price counts at most as much as the last
 * trusted one. Otherwise a single price that is wrongly high would become the highest price, and every correct price after it would look
 * like a fall.
 */
export function highOf({ usd, isTrusted, trustedUsd }: { usd: string; isTrusted: boolean; trustedUsd: string | null }): string {
  if (isTrusted || trustedUsd === null) return usd;
  return compareRationals(parseRational(usd), parseRational(trustedUsd)) <= 0 ? usd : trustedUsd;
}

/** Whether `usd` differs from `reference` by at most `bps` basis points of `reference`. */
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
