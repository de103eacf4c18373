import { compareRationals, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import type { Price } from '../prices/price.ts';

/** The price of a token that was recorded last, with which a new price is compared. */
export type PriceBefore = {
  readonly usd: string;
  /** Origin of the price (see `originOf`); null when not recorded. */
  readonly origin?: string | null;
  /** Since when the prices have been doubted (possibly wrong); null when this price was trusted. */
  readonly doubted: Doubted | null;
  /** The last trusted price of the token in dollars; null when there is none. */
  readonly trustedUsd: string | null;
  readonly trustedOrigin?: string | null;
};

/**
 * The beginning of a period of doubted (possibly wrong) prices: when a recorded price was doubted first (`sinceMs`), and the time of that
 * price itself (`priceAtMs`). Both are in UTC ms.
 */
export type Doubted = { readonly sinceMs: number; readonly priceAtMs: number };

export type PriceGuard = {
  /** Maximum age in ms of a price that may decide about an exit (a protective sell). */
  readonly maxAgeMs: number;
  /** Maximum difference between a new price and the previous price that needs no confirmation, in basis points of the previous price. */
  readonly maxJumpBps: number;
  /**
   * Minimum time in ms between a jump of the price and a later price that can confirm the jump. It is a little less than the interval
   * between two recordings.
   */
  readonly confirmAfterMs: number;
};

export type Judgement =
  | { readonly isTrusted: true }
  /**
   * The new price is doubted (possibly wrong). `canBeConfirmed` is true when the reason is a jump, which a second source can confirm.
   * `doubted` is the beginning of the doubt; when the previous price was doubted too, the earlier doubt continues.
   */
  | { readonly isTrusted: false; readonly doubt: string; readonly canBeConfirmed: boolean; readonly doubted: Doubted };

/**
 * Maximum difference in basis points at which the prices of two sources still agree. When the origin of a price changes and the price
 * differs by more than this, the change counts as a jump.
 */
export const AGREEMENT_BPS = 300;

const trusted: Judgement = { isTrusted: true };

/**
 * Decides whether a price may be used for exits, which are protective sells (domain decisions, "Prices"). The price must be recent, and
 * close enough to the previous price. A jump is doubted until a later recorded price confirms it. Only a price that its source has looked
 * up again can confirm the jump, so nobody can speed this up by requesting more prices between two recordings. A return to the last trusted
 * price is trusted immediately. A price from another source or other pools counts as a jump if it does not agree with the previous price.
 * The first price of a series is never a jump.
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
 * Returns the value with which a price counts for the highest prices of time windows. A doubted (possibly wrong) price counts at most as
 * much as the last trusted price. Otherwise a single price that is wrongly high would become the highest price, and every correct price
 * after it would look like a fall.
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
