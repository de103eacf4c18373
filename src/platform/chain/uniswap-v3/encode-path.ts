import { concatHex, numberToHex } from 'viem';
import type { Hex } from '../chain.ts';
import type { SwapPath } from './uniswap-v3.ts';

/**
 * Encodes a path for routers and quoters: token, fee (3 bytes), token, and so on, in the direction of an exact-input swap.
 * @throws RangeError for a path without exactly one pool between each two tokens
 */
export function encodePath({ tokens, pools }: SwapPath): Hex {
  const [first, ...rest] = tokens;
  if (first === undefined || rest.length !== pools.length || rest.length === 0)
    throw new RangeError('A path must have exactly one more token than pools');
  const hops = pools.map((pool, index) => concatHex([numberToHex(pool.fee, { size: 3 }), rest[index] ?? first]));
  return concatHex([first, ...hops]);
}
