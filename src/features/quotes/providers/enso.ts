import * as v from 'valibot';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import {
  lenient,
  maybe,
  shownInteger,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireDecimal,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { type ChainAddress, parseAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import { OUTPUT_NOT_CONFIRMED } from '../output-token.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract EnsoRouter, the same on all supported chains. */
const ROUTER = parseAddress('0xf75584ef6673ad213a685a1b58cc0330b8ea22cf');

export const ensoTraits: ProviderTraits = {
  name: 'enso',
  title: 'Enso',
  kinds: ['swap'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114],
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [ROUTER] },
  spenders: { everywhere: [ROUTER] },
};

const routeSchema = v.object({
  amountOut: wirePositiveAmount,
  minAmountOut: wirePositiveAmount,
  gas: shownInteger,
  /** Price impact of the trade in basis points. */
  priceImpact: lenient(
    v.pipe(
      wireDecimal,
      v.transform((bps) => Math.ceil(Number(bps))),
    ),
  ),
  /** The steps of the route with their input and output tokens. Tokens in an unknown format are left out. */
  route: lenient(v.array(v.object({ tokenIn: v.array(wireAddress), tokenOut: v.array(wireAddress) }))),
  tx: v.object({ from: wireAddress, to: wireAddress, data: wireCalldata, value: maybe(wireAmount) }),
});

/**
 * Creates the Enso provider (`GET /api/v1/shortcuts/route`; transactions call Enso's router). In its API, the native asset is the address
 * `0xeeee...`, and slippage is in basis points. The reply contains tokens only in the steps of the route.
 */
export function createEnsoProvider(deps: { http: ProviderHttp }): QuoteProvider {
  return {
    traits: ensoTraits,
    supports: (request) => isWithinTraits(ensoTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender, recipient }, signal) {
      const { data: route } = await deps.http.call({
        method: 'GET',
        path: '/api/v1/shortcuts/route',
        query: {
          chainId: from.chainId,
          fromAddress: sender,
          receiver: recipient,
          amountIn: amountIn.toString(),
          tokenIn: withSentinel(from.address),
          tokenOut: withSentinel(to.address),
          slippage: String(slippageBps),
          routingStrategy: 'router',
        },
        reply: routeSchema,
        signal,
      });
      const { tx, amountOut, minAmountOut, gas, priceImpact, route: steps } = route;
      const isNativeIn = isNative(from.address);
      requireAnswer('enso', tx.from === sender && (tx.value ?? 0n) === (isNativeIn ? amountIn : 0n));
      return {
        amountOut,
        amountOutMin: minAmountOut,
        target: tx.to,
        spender: isNativeIn ? null : tx.to,
        gas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: priceImpact,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: isPaidOut(steps, to.address) ? [] : [OUTPUT_NOT_CONFIRMED],
        state: { data: tx.data, value: (tx.value ?? 0n).toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('enso', quote),

    status: null,
  };
}

/**
 * Whether the last step of a route outputs the requested token. False for some valid routes: when a route ends with wrapping or unwrapping,
 * its last step may list another token.
 */
function isPaidOut(steps: v.InferOutput<typeof routeSchema>['route'], token: ChainAddress): boolean {
  return steps?.at(-1)?.tokenOut.some((theirs) => isSameToken(theirs, token)) ?? false;
}
