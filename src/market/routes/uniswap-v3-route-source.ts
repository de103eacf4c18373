import type { SwapPath, UniswapV3, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { isNative } from '../../values/native.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { minimumOutput } from './bounds.ts';
import { candidatePaths, pairsToLookFor } from './candidate-paths.ts';
import type { RouteAnswer, RouteHop, RouteRequest, RouteSource } from './route-source.ts';
import { tradingHubs } from './trading-hubs.ts';

/**
 * Creates a source that finds swaps on Uniswap v3: over all pools of the pair, and all two-hop paths through the wrapped native asset or a
 * dollar token, in all fee tiers. Uniswap's contract QuoterV2 quotes these swaps, and the swap with the highest output is used.
 */
export function createUniswapV3RouteSource(deps: { uniswapV3: UniswapV3; networks: Networks }): RouteSource {
  const { uniswapV3, networks } = deps;
  return {
    name: 'uniswap-v3',

    async findRoute(request) {
      const { chainId, tokenIn, tokenOut, amountIn } = request;
      const network = isEvmChain(chainId) ? await networks.get(chainId) : null;
      const deployment = network?.contracts.uniswapV3;
      if (network == null || deployment == null || network.nodeUrls.length === 0) {
        return refusal('chain-not-supported', `Uniswap v3 is not set up on chain ${chainId}.`);
      }
      if (isNative(tokenIn) || isNative(tokenOut)) return refusal('no-route', 'The native asset can only be traded in its wrapped form.');
      if (tokenIn === tokenOut) return refusal('no-route', 'Both tokens are the same.');
      if (amountIn <= 0n) return refusal('no-route', 'The amount to swap is 0.');

      const hubs = tradingHubs(network);
      const pools = await uniswapV3.findPools(chainId, deployment, pairsToLookFor(tokenIn, tokenOut, hubs));
      const paths = candidatePaths(await withLiquidity(chainId, pools), tokenIn, tokenOut, hubs);
      if (paths.length === 0) return refusal('no-route', 'No pool with liquidity connects these tokens.');
      const quotes = await uniswapV3.quote(chainId, deployment, paths, amountIn);

      let best: { path: SwapPath; amountOut: bigint; gasEstimate: bigint } | undefined;
      paths.forEach((path, index) => {
        const quote = quotes[index];
        // When several paths have the same output, the first of them is used. The direct paths come first, so the result has the fewest
        // hops.
        if (quote != null && quote.amountOut > (best?.amountOut ?? 0n)) best = { path, ...quote };
      });
      if (best === undefined) return refusal('no-route', `None of ${paths.length} paths has enough liquidity for this amount.`);
      return routeOf(request, deployment, best);
    },
  };

  async function withLiquidity(chainId: number, pools: readonly UniswapV3Pool[]): Promise<readonly UniswapV3Pool[]> {
    if (pools.length === 0) return [];
    const states = await uniswapV3.readPools(
      chainId,
      pools.map((pool) => pool.address),
      { windowSeconds: 1, leastSeconds: 1 },
    );
    return pools.filter((_, index) => (states[index]?.liquidity ?? 0n) > 0n);
  }

  function routeOf(
    request: RouteRequest,
    deployment: NonNullable<EffectiveNetwork['contracts']['uniswapV3']>,
    best: { path: SwapPath; amountOut: bigint; gasEstimate: bigint },
  ): RouteAnswer {
    const { chainId, tokenIn, tokenOut, amountIn, recipient, deadlineSec, slippageBps } = request;
    const { path, amountOut, gasEstimate } = best;
    const amountOutMinimum = minimumOutput(amountOut, slippageBps);
    const data = uniswapV3.encodeSwap(deployment, { path, recipient, deadlineSec, amountIn, amountOutMinimum });
    const route = {
      ...{ source: 'uniswap-v3', chainId, tokenIn, tokenOut, amountIn, amountOut, amountOutMinimum, data, gasEstimate },
      target: deployment.swapRouter,
      spender: deployment.swapRouter,
      hops: hopsOf(path),
    };
    return { ok: true, route };
  }
}

function hopsOf({ tokens, pools }: SwapPath): readonly RouteHop[] {
  return pools.flatMap((pool, index) => {
    const tokenIn = tokens[index];
    const tokenOut = tokens[index + 1];
    return tokenIn === undefined || tokenOut === undefined ? [] : [{ tokenIn, tokenOut, pool: pool.address, fee: pool.fee }];
  });
}

function refusal(reason: 'no-route' | 'chain-not-supported', detail: string): RouteAnswer {
  return { ok: false, reason, detail };
}
