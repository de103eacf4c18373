import * as v from 'valibot';
import { uniswapV2PairAbi } from '../platform/chain/abi/uniswap-v2-pair.generated.ts';
import { uniswapV2RouterAbi } from '../platform/chain/abi/uniswap-v2-router.generated.ts';
import type { Address } from '../values/address.ts';
import { parseRational } from '../values/rational.ts';
import type { ChainWriter } from './deploy/chain-writer.ts';
import type { PricedToken } from './deploy/pool-price.ts';
import { devnetAccounts } from './devnet-accounts.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
/** Upper bound of the reserves of any Uniswap v2 pair, which the pair stores as uint112. */
const MOST_IN = 2n ** 112n;

type Side = PricedToken & { readonly address: Address };

/** Moves a Uniswap v2 pair to the price at which both of its tokens have the same value, with one real swap by the price-moving account. */
export async function movePairV2(writer: ChainWriter, router: Address, pair: Address, token0: Side, token1: Side): Promise<void> {
  const reserves = await writer.read({ to: pair, abi: uniswapV2PairAbi, functionName: 'getReserves' });
  const [reserve0, reserve1] = v.parse(v.looseTuple([v.bigint(), v.bigint()]), reserves);
  // At the new prices, one of the pair's two tokens has the higher total value. The swap sells the other token to the pair.
  const [tokenIn, tokenOut, reserveIn, reserveOut] =
    worth(reserve0, token0) * scale(token1) > worth(reserve1, token1) * scale(token0)
      ? [token1, token0, reserve1, reserve0]
      : [token0, token1, reserve0, reserve1];
  const amountIn = inputToBalance(reserveIn, reserveOut, tokenIn, tokenOut);
  // A swap without output means that the pair already has the wanted price. It is not sent, because the router would revert it.
  if (outputOf(amountIn, reserveIn, reserveOut) === 0n) return;
  const from = devnetAccounts.priceMover.address;
  await writer.send({
    ...{ from, to: router, abi: uniswapV2RouterAbi, functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens' },
    args: [amountIn, 0n, [tokenIn.address, tokenOut.address], from, MAX_UINT256],
  });
}

/**
 * Finds by bisection the largest swap input after which the pair's reserve of the sold token is not yet worth more than its reserve of the
 * bought token.
 */
function inputToBalance(reserveIn: bigint, reserveOut: bigint, tokenIn: PricedToken, tokenOut: PricedToken): bigint {
  let low = 0n;
  let high = MOST_IN;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const left = reserveOut - outputOf(middle, reserveIn, reserveOut);
    const isEnough = worth(reserveIn + middle, tokenIn) * scale(tokenOut) > worth(left, tokenOut) * scale(tokenIn);
    if (isEnough) high = middle - 1n;
    else low = middle;
  }
  return low;
}

/** Returns the output of a swap in a Uniswap v2 pair for an input amount, after the pair's fee of 0.3 %. */
function outputOf(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const fed = amountIn * 997n;
  return (fed * reserveOut) / (reserveIn * 1000n + fed);
}

/** Returns the value of a token amount in dollars, multiplied by the token's `scale` so that it is an integer. */
function worth(amount: bigint, { usd }: PricedToken): bigint {
  return amount * parseRational(usd).numerator;
}

function scale({ decimals, usd }: PricedToken): bigint {
  return 10n ** BigInt(decimals) * parseRational(usd).denominator;
}
