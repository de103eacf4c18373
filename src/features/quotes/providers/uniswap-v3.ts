import * as v from 'valibot';
import type { Networks } from '../../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../market/networks/network.ts';
import { createUniswapV3RouteSource } from '../../../market/routes/uniswap-v3-route-source.ts';
import type { UniswapV3 } from '../../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { parseReply } from '../../../platform/http-client/provider-http.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { isNative } from '../../../values/native.ts';
import type { QuoteProvider } from '../provider.ts';
import { createOnChainProvider } from './on-chain-provider.ts';

const NAME = 'uniswap-v3';

const addressSchema = v.custom<Address>(isAddress);
const stateSchema = v.object({
  tokens: v.array(addressSchema),
  pools: v.array(v.object({ address: addressSchema, token0: addressSchema, token1: addressSchema, fee: v.number() })),
});

/**
 * Creates the provider that reads Uniswap v3 on chain. It uses the best path of all fee tiers, direct or with two hops, quoted by QuoterV2.
 */
export function createUniswapV3Provider(deps: { uniswapV3: UniswapV3; networks: Networks; clock: Clock }): QuoteProvider {
  const { uniswapV3, networks, clock } = deps;
  const routes = createUniswapV3RouteSource({ uniswapV3, networks });
  return createOnChainProvider(
    {
      name: NAME,
      title: 'Uniswap v3',
      gasAroundPools: { tokens: 24_000n, fromNative: 30_000n, toNative: 49_000n },
      routerOf: ({ contracts }) => (contracts.wrappedNative === null ? null : (contracts.uniswapV3?.swapRouter ?? null)),

      async find(network, { from, to, amountIn }) {
        const tokenIn = wrappedForm(network, from);
        const tokenOut = wrappedForm(network, to);
        // Recipient, deadline and slippage are placeholders. They only affect the calldata of the route that is found here, which is not
        // used, because `encode` builds the calldata later.
        const terms = { recipient: tokenIn, deadlineSec: 0, slippageBps: 0 };
        const answer = await routes.findRoute({ chainId: network.id, tokenIn, tokenOut, amountIn, ...terms });
        if (!answer.ok) return null;
        const { amountOut, gasEstimate, hops } = answer.route;
        const pools = hops.map(({ tokenIn: a, tokenOut: b, pool, fee }) => {
          const [token0, token1] = a < b ? [a, b] : [b, a];
          return { address: pool, token0, token1, fee };
        });
        return { amountOut, gas: gasEstimate, state: { tokens: [tokenIn, ...hops.map((hop) => hop.tokenOut)], pools } };
      },

      async quoteAlong({ id, contracts }, state, { amountIn }) {
        const path = parseReply(NAME, stateSchema, state);
        const [quote = null] = contracts.uniswapV3 === null ? [] : await uniswapV3.quote(id, contracts.uniswapV3, [path], amountIn);
        return quote?.amountOut ?? 0n;
      },

      encode(network, state, { to, recipient, deadlineSec, amountIn, amountOutMinimum }) {
        const deployment = network.contracts.uniswapV3;
        if (deployment === null) throw new ProviderFailure('unsupported', `${NAME} is not set up on chain ${network.id}.`);
        const path = parseReply(NAME, stateSchema, state);
        const call = { path, recipient, deadlineSec, amountIn, amountOutMinimum, unwraps: isNative(to) };
        return uniswapV3.encodeSwap(deployment, call);
      },
    },
    { networks, clock },
  );
}

/**
 * Returns the wrapped token if the token is the native asset, because Uniswap v3 pools contain only the wrapped token. The router wraps the
 * native value that it receives, and can unwrap the output.
 */
function wrappedForm({ contracts }: EffectiveNetwork, token: Address): Address {
  return isNative(token) && contracts.wrappedNative !== null ? contracts.wrappedNative : token;
}
