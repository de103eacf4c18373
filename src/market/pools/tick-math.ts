import type { Address } from '../../values/address.ts';
import { multiplyRationals, type Rational } from '../../values/rational.ts';

/** Maximum absolute value of a Uniswap v3 tick, as in Uniswap's TickMath.sol. */
export const MAX_TICK = 887_272;

/**
 * For bits 0 to 19 of a tick, the factor `sqrt(1.0001^-(2^bit))` as a fixed-point number with 128 fraction bits, as in Uniswap's
 * TickMath.sol.
 */
const FACTORS: readonly bigint[] = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
];

/**
 * Computes the square root of the price at a tick, times 2^96, exactly as Uniswap's pools do (TickMath.getSqrtRatioAtTick).
 * @throws RangeError for an invalid tick
 */
export function sqrtPriceAtTick(tick: number): bigint {
  const distance = Math.abs(tick);
  if (!Number.isInteger(tick) || distance > MAX_TICK) throw new RangeError(`The tick ${tick} is outside the range of Uniswap v3`);
  let ratio = 1n << 128n;
  FACTORS.forEach((factor, bit) => {
    if ((distance & (1 << bit)) !== 0) ratio = (ratio * factor) >> 128n;
  });
  if (tick > 0) ratio = (2n ** 256n - 1n) / ratio;
  return (ratio >> 32n) + ((ratio & 0xffffffffn) === 0n ? 0n : 1n);
}

/** Converts a pool's square root of its price (times 2^96) to the exact price: base units of token1 for one base unit of token0. */
export function priceOfSqrt(sqrtPriceX96: bigint): Rational {
  return { numerator: sqrtPriceX96 * sqrtPriceX96, denominator: 1n << 192n };
}

/**
 * Converts a pool's square root of its price (times 2^96) to the number of base units of `tokenOut` for one base unit of `tokenIn`. @throws
 * RangeError at a price of 0
 */
export function priceFrom(tokenIn: Address, tokenOut: Address, sqrtPriceX96: bigint): Rational {
  if (sqrtPriceX96 <= 0n) throw new RangeError('The pool has no price');
  const { numerator, denominator } = priceOfSqrt(sqrtPriceX96);
  // In a pool, token0 is the token with the lower address.
  return tokenIn < tokenOut ? { numerator, denominator } : { numerator: denominator, denominator: numerator };
}

/** Converts an amount exactly by multiplying it with several prices, one after another. */
export function amountAt(amount: bigint, prices: readonly Rational[]): Rational {
  return prices.reduce(multiplyRationals, { numerator: amount, denominator: 1n });
}
