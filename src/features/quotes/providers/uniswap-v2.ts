import * as v from 'valibot';
import type { Networks } from '../../../market/networks/create-networks.ts';
import { tradingHubs } from '../../../market/routes/trading-hubs.ts';
import type { UniswapV2 } from '../../../platform/chain/uniswap-v2/uniswap-v2.ts';
import { parseReply } from '../../../platform/http-client/provider-http.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { isNative } from '../../../values/native.ts';
import type { QuoteProvider } from '../provider.ts';
import { createOnChainProvider } from './on-chain-provider.ts';

const NAME = 'uniswap-v2';
/**
 * Estimated gas of a transaction that swaps ordinary tokens on Uniswap v2, by its hops. It is a constant, because Uniswap v2 has no quoter contract that
 * measures gas.
 */
const GAS_OF_ONE_HOP = 110_000n;
const GAS_OF_ANOTHER_HOP = 65_000n;

const stateSchema = v.object({ path: v.array(v.custom<Address>(isAddress)) });

/** Creates the provider that reads Uniswap v2 on chain. It uses the best of the direct pair and of paths with two hops. */
export function createUniswapV2Provider(deps: { uniswapV2: UniswapV2; networks: Networks; clock: Clock }): QuoteProvider {
  const { uniswapV2, networks, clock } = deps;
  return createOnChainProvider(
    {
      name: NAME,
      title: 'Uniswap v2',
      // The constants above are already those of whole transactions.
      gasAroundPools: { tokens: 0n, fromNative: 0n, toNative: 0n },
      routerOf: ({ contracts }) => (contracts.wrappedNative === null ? null : (contracts.uniswapV2?.router ?? null)),

      async find(network, { from, to, amountIn }) {
        const { uniswapV2: deployment, wrappedNative } = network.contracts;
        if (deployment === null || wrappedNative === null) return null;
        const [first, last] = [from, to].map((token) => (isNative(token) ? wrappedNative : token));
        if (first === undefined || last === undefined) return null;
        const hubs = tradingHubs(network).filter((hub) => hub !== first && hub !== last);
        const paths = [[first, last], ...hubs.map((hub) => [first, hub, last])];
        const amounts = await uniswapV2.quote(network.id, deployment, paths, amountIn);
        let best: { path: readonly Address[]; amountOut: bigint } | null = null;
        for (const [index, path] of paths.entries()) {
          const amountOut = amounts[index] ?? 0n;
          // When several paths have the same output, the first one is used. The direct path comes first, so the result has the fewest hops.
          if (amountOut > (best?.amountOut ?? 0n)) best = { path, amountOut };
        }
        if (best === null) return null;
        const gas = GAS_OF_ONE_HOP + GAS_OF_ANOTHER_HOP * BigInt(best.path.length - 2);
        return { amountOut: best.amountOut, gas, state: { path: [...best.path] } };
      },

      async quoteAlong({ id, contracts }, state, { amountIn }) {
        const { path } = parseReply(NAME, stateSchema, state);
        const [amountOut = null] = contracts.uniswapV2 === null ? [] : await uniswapV2.quote(id, contracts.uniswapV2, [path], amountIn);
        return amountOut ?? 0n;
      },

      encode(_network, state, { from, to, recipient, deadlineSec, amountIn, amountOutMinimum }) {
        const { path } = parseReply(NAME, stateSchema, state);
        const nativeSide = isNative(from) ? 'in' : isNative(to) ? 'out' : null;
        return uniswapV2.encodeSwap({ path, nativeSide, recipient, deadlineSec, amountIn, amountOutMinimum });
      },
    },
    { networks, clock },
  );
}
