import { compareDecimals } from '../../values/exact-decimals.ts';
import type { OfferRequest, RampLimits, RampMethod } from './ramp-provider.ts';

/**
 * Returns the limits that the provider's catalogue states for a request, in the currency of the requested amount; null when the catalogue
 * states none. When the request names no payment method, the amount only has to fit one of the methods.
 */
export function limitsFor({
  side,
  fiat,
  coin,
  amountOf,
  method,
}: Pick<OfferRequest, 'side' | 'fiat' | 'coin' | 'amountOf' | 'method'>): RampLimits | null {
  const currency = amountOf === 'fiat' ? fiat.code : coin.code;
  const ofMethods =
    method === null
      ? widest(
          fiat.methods.filter((each) => each.side === side),
          currency,
        )
      : inCurrency(method.limits, currency);
  return narrowest(ofMethods, inCurrency(coin.limits[side], currency));
}

/** Raises the minimum of the limits to `min`, unless the limits already have a higher minimum. */
export function withMinimum(limits: RampLimits | null, min: string, currency: string): RampLimits {
  return narrowest(inCurrency(limits, currency), { min, max: null, currency }) ?? { min, max: null, currency };
}

/** Whether an amount is within a provider's limits. Without limits (null), every amount is. */
export function isWithin(amount: string, limits: RampLimits | null): boolean {
  if (limits === null) return true;
  const { min, max } = limits;
  return (min === null || compareDecimals(amount, min) >= 0) && (max === null || compareDecimals(amount, max) <= 0);
}

function inCurrency(limits: RampLimits | null, currency: string): RampLimits | null {
  return limits !== null && limits.currency.toUpperCase() === currency.toUpperCase() ? { ...limits, currency } : null;
}

function widest(methods: readonly RampMethod[], currency: string): RampLimits | null {
  const all = methods.map(({ limits }) => inCurrency(limits, currency));
  const [first] = all;
  if (first === undefined || all.some((limits) => limits === null)) return null;
  const limits = all.flatMap((each) => each ?? []);
  return {
    currency,
    min: limits.some(({ min }) => min === null)
      ? null
      : picked(
          limits.flatMap(({ min }) => min ?? []),
          -1,
        ),
    max: limits.some(({ max }) => max === null)
      ? null
      : picked(
          limits.flatMap(({ max }) => max ?? []),
          1,
        ),
  };
}

function narrowest(a: RampLimits | null, b: RampLimits | null): RampLimits | null {
  if (a === null || b === null) return a ?? b;
  return {
    currency: a.currency,
    min: picked(
      [a.min, b.min].flatMap((min) => min ?? []),
      1,
    ),
    max: picked(
      [a.max, b.max].flatMap((max) => max ?? []),
      -1,
    ),
  };
}

/** Returns the largest (direction `1`) or the smallest (direction `-1`) of some decimal numbers; null when the list is empty. */
function picked(texts: readonly string[], direction: 1 | -1): string | null {
  return texts.reduce<string | null>((best, text) => (best === null || compareDecimals(text, best) === direction ? text : best), null);
}
