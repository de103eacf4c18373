import * as v from 'valibot';
import type { Networks } from '../../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../market/networks/network.ts';
import { pairsToLookFor } from '../../../market/routes/candidate-paths.ts';
import { tradingHubs } from '../../../market/routes/trading-hubs.ts';
import type { CurrencyPath, UniswapV4, UniswapV4Deployment, UniswapV4Pool } from '../../../platform/chain/uniswap-v4/uniswap-v4.ts';
import { parseReply } from '../../../platform/http-client/provider-http.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { NATIVE_ADDRESS } from '../../../values/native.ts';
import type { QuoteProvider } from '../provider.ts';
import { createOnChainProvider } from './on-chain-provider.ts';

const NAME = 'uniswap-v4';

const addressSchema = v.custom<Address>(isAddress);
const stateSchema = v.object({
  currencies: v.array(addressSchema),
  pools: v.array(v.object({ currency0: addressSchema, currency1: addressSchema, fee: v.number(), tickSpacing: v.number() })),
});

/**
 * Creates the provider that reads Uniswap v4 on chain. It uses the best path, direct or with two hops, over the usual pools without hooks
 * (contracts that change a pool's behavior). In Uniswap v4, the native asset has its own pools.
 */
export function createUniswapV4Provider(deps: { uniswapV4: UniswapV4; networks: Networks; clock: Clock }): QuoteProvider {
  const { uniswapV4, networks, clock } = deps;
  return createOnChainProvider(
    {
      name: NAME,
      title: 'Uniswap v4',
      gasAroundPools: { tokens: 77_000n, fromNative: 62_000n, toNative: 70_000n },
      routerOf: (network) => deploymentOf(network)?.swapRouter ?? null,

      async find(network, { from, to, amountIn }) {
        const deployment = deploymentOf(network);
        if (deployment === null) return null;
        const hubs = [NATIVE_ADDRESS, ...tradingHubs(network)];
        const pools = await uniswapV4.findPools(network.id, deployment, pairsToLookFor(from, to, hubs));
        const paths = pathsOver(pools, from, to, hubs);
        if (paths.length === 0) return null;
        const quotes = await uniswapV4.quote(network.id, deployment, paths, amountIn);
        let best: { path: CurrencyPath; amountOut: bigint; gasEstimate: bigint } | null = null;
        for (const [index, path] of paths.entries()) {
          const quote = quotes[index];
          // When several paths have the same output, the first one is used. The direct path comes first, so the result has the fewest hops.
          if (quote != null && quote.amountOut > (best?.amountOut ?? 0n)) best = { path, ...quote };
        }
        if (best === null) return null;
        const { path, amountOut, gasEstimate } = best;
        return { amountOut, gas: gasEstimate, state: { currencies: [...path.currencies], pools: path.pools.map((pool) => ({ ...pool })) } };
      },

      async quoteAlong(network, state, { amountIn }) {
        const deployment = deploymentOf(network);
        const path = parseReply(NAME, stateSchema, state);
        const [quote = null] = deployment === null ? [] : await uniswapV4.quote(network.id, deployment, [path], amountIn);
        return quote?.amountOut ?? 0n;
      },

      encode(_network, state, { recipient, deadlineSec, amountIn, amountOutMinimum }) {
        const path = parseReply(NAME, stateSchema, state);
        return uniswapV4.encodeSwap({ path, recipient, deadlineSec, amountIn, amountOutMinimum });
      },
    },
    { networks, clock },
  );
}

/** Returns the deployment of Uniswap v4 on a chain; null when the chain has no router that accepts ordinary approvals. */
function deploymentOf({ contracts }: EffectiveNetwork): UniswapV4Deployment | null {
  const { uniswapV4 } = contracts;
  if (uniswapV4 === null || uniswapV4.swapRouter === null) return null;
  return { quoter: uniswapV4.quoter, stateView: uniswapV4.stateView, swapRouter: uniswapV4.swapRouter };
}

function pathsOver(pools: readonly UniswapV4Pool[], from: Address, to: Address, hubs: readonly Address[]): readonly CurrencyPath[] {
  const between = (a: Address, b: Address) => {
    const [currency0, currency1] = a < b ? [a, b] : [b, a];
    return pools.filter((pool) => pool.currency0 === currency0 && pool.currency1 === currency1);
  };
  const direct = between(from, to).map((pool): CurrencyPath => ({ currencies: [from, to], pools: [pool] }));
  const throughHubs = hubs
    .filter((hub) => hub !== from && hub !== to)
    .flatMap((hub) => {
      const last = between(hub, to);
      return between(from, hub).flatMap((first) =>
        last.map((second): CurrencyPath => ({ currencies: [from, hub, to], pools: [first, second] })),
      );
    });
  return [...direct, ...throughHubs];
}
