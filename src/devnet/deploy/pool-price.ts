import { parseRational, type Rational } from '../../values/rational.ts';

/** A token's decimals and its price in dollars. */
export type PricedToken = { readonly decimals: number; readonly usd: string };

/**
 * Computes the price (`sqrtPriceX96`) of a Uniswap v3 pool at which both tokens have their dollar prices: sqrt(amount1 / amount0) * 2^96.
 * The two amounts have equal value in dollars; token0 is the token with the lower address.
 */
export function sqrtPriceX96(token0: PricedToken, token1: PricedToken): bigint {
  const price0 = parseRational(token0.usd);
  const price1 = parseRational(token1.usd);
  const amount1 = price0.numerator * price1.denominator * 10n ** BigInt(token1.decimals);
  const amount0 = price1.numerator * price0.denominator * 10n ** BigInt(token0.decimals);
  return integerSqrt((amount1 << 192n) / amount0);
}

/** Converts an amount in dollars to base units of a token, rounded down. */
export function baseUnitsWorth(usd: Rational, token: PricedToken): bigint {
  const price = parseRational(token.usd);
  return (usd.numerator * price.denominator * 10n ** BigInt(token.decimals)) / (usd.denominator * price.numerator);
}

/**
 * Returns a token's price in dollars in a pool against a dollar token, as a decimal string with 18 digits. The price is the pool's spot
 * price, because the caller moves the spot price by its swaps.
 */
export function usdFromSqrtPrice(sqrtPrice: bigint, tokenIsToken0: boolean, tokenDecimals: number, dollarDecimals: number): string {
  const scale = 10n ** 18n;
  const squared = sqrtPrice * sqrtPrice;
  const units = 10n ** BigInt(tokenDecimals);
  const dollars = 10n ** BigInt(dollarDecimals);
  const scaled = tokenIsToken0
    ? (squared * units * scale) / ((1n << 192n) * dollars)
    : ((1n << 192n) * units * scale) / (squared * dollars);
  const text = scaled.toString().padStart(19, '0');
  return `${text.slice(0, -18)}.${text.slice(-18)}`;
}

function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const better = (guess + value / guess) >> 1n;
    if (better >= guess) return guess;
    guess = better;
  }
}
