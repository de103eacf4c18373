import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  lenient,
  maybe,
  shownDecimal,
  shownInteger,
  verbatim,
  verbatimObject,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireInteger,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { exactJsonText, parseExactJson } from '../../../values/exact-json.ts';
import { isNative } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract MetaAggregationRouterV2, the same on all supported chains. */
const ROUTER = parseAddress('0x6131b5fae19ea4f9d964eac0408e4408b66337b5');

const SLUGS: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  137: 'polygon',
  5000: 'mantle',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avalanche',
  59144: 'linea',
  81457: 'blast',
  534352: 'scroll',
};

export const kyberswapTraits: ProviderTraits = {
  name: 'kyberswap',
  title: 'KyberSwap',
  kinds: ['swap'],
  chains: Object.keys(SLUGS).map(Number),
  key: 'none',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [ROUTER] },
  spenders: { everywhere: [ROUTER] },
};

/** Approximate lifetime of a route in ms, after which it must be requested again. */
const ROUTE_LIFETIME_MS = 30_000;
/** Maximum slippage that the API accepts, in basis points. */
const MOST_SLIPPAGE_BPS = 2_000;

/** Schema of every reply. The field `code` reports whether the request succeeded, even when the HTTP status is 200. */
const envelope = v.object({ code: wireInteger, data: v.optional(verbatim, null) });

const summarySchema = v.object({
  tokenIn: wireAddress,
  amountIn: wirePositiveAmount,
  tokenOut: wireAddress,
  amountOut: wirePositiveAmount,
  amountOutUsd: shownDecimal,
  gas: shownInteger,
  gasUsd: shownDecimal,
});
const routesSchema = v.object({ routeSummary: verbatimObject, routerAddress: wireAddress });
const buildSchema = v.object({
  amountIn: wirePositiveAmount,
  amountOut: wirePositiveAmount,
  data: wireCalldata,
  routerAddress: wireAddress,
  transactionValue: maybe(wireAmount),
});
const refusalSchema = v.object({ code: lenient(wireInteger) });
/** KyberSwap's error codes for "no eligible pools" and "route not found". */
const NO_ROUTE_CODES = [4008, 4010];

/**
 * Creates the provider for KyberSwap Aggregator v1: `GET /{chain}/api/v1/routes`, then `POST .../route/build` with the unchanged summary.
 * Slippage is in basis points.
 */
export function createKyberswapProvider(deps: { http: ProviderHttp; clock: Clock }): QuoteProvider {
  const { http, clock } = deps;
  return {
    traits: kyberswapTraits,
    supports: (request) => isWithinTraits(kyberswapTraits, request) && request.slippageBps <= MOST_SLIPPAGE_BPS,

    async quote({ from, to, amountIn, slippageBps }, signal) {
      const { data: reply } = await http.call({
        method: 'GET',
        path: `/${SLUGS[from.chainId]}/api/v1/routes`,
        query: { tokenIn: withSentinel(from.address), tokenOut: withSentinel(to.address), amountIn: amountIn.toString(), gasInclude: true },
        reply: envelope,
        refusal,
        signal,
      });
      const { routeSummary, routerAddress } = parseReply('kyberswap', routesSchema, dataOf(reply));
      const summary = parseReply('kyberswap', summarySchema, routeSummary);
      const isAsked =
        isSameToken(summary.tokenIn, from.address) && isSameToken(summary.tokenOut, to.address) && summary.amountIn === amountIn;
      requireAnswer('kyberswap', isAsked);
      return {
        amountOut: summary.amountOut,
        amountOutMin: minOutputAt(summary.amountOut, slippageBps),
        target: routerAddress,
        spender: isNative(from.address) ? null : routerAddress,
        gas: summary.gas,
        gasUsd: summary.gasUsd,
        fees: [],
        usdAmount: summary.amountOutUsd,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: clock.now() + ROUTE_LIFETIME_MS,
        warnings: [],
        state: exactJsonText(routeSummary),
      };
    },

    async build({ from, amountIn, slippageBps, sender, recipient }, quote, signal) {
      const { data: reply } = await http.call({
        method: 'POST',
        path: `/${SLUGS[from.chainId]}/api/v1/route/build`,
        body: {
          routeSummary: parseExactJson(parseReply('kyberswap', v.string(), quote.state)),
          sender,
          recipient,
          slippageTolerance: slippageBps,
          // KyberSwap's simulation of the call is turned off. It would fail, because the sender holds the input only during the
          // transaction.
          skipSimulateTransaction: true,
        },
        reply: envelope,
        refusal,
        signal,
      });
      const built = parseReply('kyberswap', buildSchema, dataOf(reply));
      const value = isNative(from.address) ? amountIn : 0n;
      requireAnswer(
        'kyberswap',
        built.amountIn === amountIn &&
          built.routerAddress === quote.target &&
          (built.transactionValue === null || built.transactionValue === value),
      );
      return {
        kind: 'transaction',
        to: built.routerAddress,
        data: built.data,
        value,
        spender: quote.spender,
        amountOut: built.amountOut,
        amountOutMin: minOutputAt(built.amountOut, slippageBps),
        expiresAtMs: null,
        reference: {},
      };
    },

    status: null,
  };
}

/**
 * Returns the data of a reply.
 * @throws ProviderFailure when the reply's code is an error
 */
function dataOf(reply: v.InferOutput<typeof envelope>): unknown {
  if (reply.code === 0) return reply.data;
  throw refusal(200, reply) ?? new ProviderFailure('rejected', `kyberswap refused the request with code ${reply.code}.`);
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const isNoRoute = parsed.success && parsed.output.code !== null && NO_ROUTE_CODES.includes(parsed.output.code);
  return isNoRoute ? new ProviderFailure('no-route', 'kyberswap has no route for this trade.') : null;
}
