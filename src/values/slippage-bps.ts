import { TerminalError } from './errors/terminal-error.ts';

/** 100 % in basis points. */
const ALL_BPS = 10_000;

/**
 * The maximum slippage, 50 %, in basis points. A larger value would let others take most of the trade, and is usually caused by a misplaced
 * decimal point.
 */
export const MAX_SLIPPAGE_BPS = 5_000;

const PERCENT = /^[0-9]{1,3}(?:\.[0-9]{0,18})?$/;

/**
 * Parses slippage in percent (`0.5`) to basis points (`50`) without floating-point numbers, whose rounding errors would change the result:
 * `(0.29 * 100) | 0` is 28. `0` is a valid value and does not mean that no slippage was specified. Digits finer than a basis point are cut
 * off, which makes the limit stricter.
 * @throws TerminalError `invalid-slippage` (400)
 */
export function parseSlippageBps(percentText: string): number {
  const [whole = '', fraction = ''] = percentText.split('.');
  const bps = PERCENT.test(percentText) ? Number(whole + fraction.slice(0, 2).padEnd(2, '0')) : Number.NaN;
  const isAboveMost = bps === MAX_SLIPPAGE_BPS && /[1-9]/.test(fraction);
  if (!(bps <= MAX_SLIPPAGE_BPS) || isAboveMost) {
    throw new TerminalError({
      code: 'invalid-slippage',
      message: 'Slippage must be a percentage from 0 to 50 in plain decimal digits, such as 0.5.',
      status: 400,
    });
  }
  return bps;
}

/**
 * Returns the minimum output for a slippage. It is rounded up, because rounding down would allow more slippage than requested, and is never
 * 0 for an amount above 0 (in cowprotocol/cowswap#3734, a slippage resulted in a minimum of 0).
 */
export function minOutputAt(amount: bigint, slippageBps: number): bigint {
  if (!Number.isInteger(slippageBps) || slippageBps < 0 || slippageBps > MAX_SLIPPAGE_BPS) {
    throw new RangeError(`slippageBps must be an integer from 0 to ${MAX_SLIPPAGE_BPS}, not ${slippageBps}`);
  }
  if (amount <= 0n) return 0n;
  const floor = (amount * BigInt(ALL_BPS - slippageBps) + BigInt(ALL_BPS - 1)) / BigInt(ALL_BPS);
  return floor > 0n ? floor : 1n;
}
