import type { SwapPath, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import type { Address } from '../../values/address.ts';

/**
 * Lists the token pairs whose pools can form a route from `tokenIn` to `tokenOut`. These are the direct pair, and for each hub
 * (intermediate token) the pairs of each of the two tokens with the hub.
 */
export function pairsToLookFor(tokenIn: Address, tokenOut: Address, hubs: readonly Address[]): readonly (readonly [Address, Address])[] {
  return [
    [tokenIn, tokenOut],
    ...hubsBetween(tokenIn, tokenOut, hubs).flatMap((hub) => [[tokenIn, hub] as const, [hub, tokenOut] as const]),
  ];
}

/**
 * Lists all paths from `tokenIn` to `tokenOut` over the pools in `pools`: direct paths first, then two-hop paths through a hub
 * (intermediate token).
 */
export function candidatePaths(
  pools: readonly UniswapV3Pool[],
  tokenIn: Address,
  tokenOut: Address,
  hubs: readonly Address[],
): readonly SwapPath[] {
  const between = (a: Address, b: Address) =>
    pools.filter((pool) => (pool.token0 === a && pool.token1 === b) || (pool.token0 === b && pool.token1 === a));
  const direct = between(tokenIn, tokenOut).map((pool): SwapPath => ({ tokens: [tokenIn, tokenOut], pools: [pool] }));
  const throughHubs = hubsBetween(tokenIn, tokenOut, hubs).flatMap((hub) => {
    const last = between(hub, tokenOut);
    return between(tokenIn, hub).flatMap((first) =>
      last.map((second): SwapPath => ({ tokens: [tokenIn, hub, tokenOut], pools: [first, second] })),
    );
  });
  return [...direct, ...throughHubs];
}

function hubsBetween(tokenIn: Address, tokenOut: Address, hubs: readonly Address[]): readonly Address[] {
  return hubs.filter((hub) => hub !== tokenIn && hub !== tokenOut);
}
