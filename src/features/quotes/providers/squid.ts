import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenient,
  lenientList,
  maybe,
  maybeList,
  shownDecimal,
  shownInteger,
  shownPercentAsBps,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wirePositiveAmount,
  wireText,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { type NamedToken, outputWarnings, requireToken } from '../output-token.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider } from '../provider.ts';
import { requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract SquidRouter (a proxy), the same on all supported chains. */
const ROUTER = parseAddress('0xce16f69375520ab01377ce7b88f5ba8c48f8d666');

export const squidTraits: ProviderTraits = {
  name: 'squid',
  title: 'Squid',
  kinds: ['swap', 'bridge'],
  chains: [1, 10, 56, 137, 5000, 8453, 42161, 42220, 43114, 59144, 534352],
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: true,
  targets: { everywhere: [ROUTER] },
  spenders: { everywhere: [ROUTER] },
};

const costSchema = lenient(lenientList(v.object({ amountUsd: shownDecimal })));
const tokenSchema = v.object({ address: wireAddress, chainId: maybe(wireChainId) });
/** Schema of a fee that is paid in addition to the input amount. A fee in the native asset is part of the transaction's value. */
const feeSchema = v.object({ name: shownText, amount: wireAmount, amountUsd: shownDecimal, token: tokenSchema });
const routeSchema = v.object({
  route: v.object({
    estimate: v.object({
      fromAmount: wirePositiveAmount,
      toAmount: wirePositiveAmount,
      toAmountMin: wirePositiveAmount,
      toAmountUSD: shownDecimal,
      aggregatePriceImpact: shownPercentAsBps,
      estimatedRouteDuration: shownSeconds,
      gasCosts: costSchema,
      feeCosts: maybeList(feeSchema),
      fromToken: maybe(tokenSchema),
      toToken: maybe(tokenSchema),
    }),
    transactionRequest: v.object({ target: wireAddress, data: wireCalldata, value: maybe(wireAmount), gasLimit: shownInteger }),
    quoteId: maybe(wireText),
  }),
});
const stateSchema = v.object({ data: wireCalldata, value: wireAmount, quoteId: v.string(), requestId: v.string() });
const referenceSchema = v.object({ quoteId: v.string(), requestId: v.string() });
const statusSchema = v.object({
  squidTransactionStatus: wireWord,
  status: wireWord,
  toChain: lenient(v.object({ transactionId: shownText })),
});
const ENDED = ['partial_success', 'failed_on_destination', 'refund', 'refunded'];
const refusalSchema = v.object({ errorType: shownText });

/**
 * Creates the provider for Squid v2 (`POST /route`, `GET /status`). In its API, the native asset is the address `0xeeee...`, slippage is in
 * percent, and chain ids are strings. The status request needs a header from the quote's reply.
 */
export function createSquidProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: squidTraits,
    supports: (request) => isWithinTraits(squidTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender, recipient }, signal) {
      const { data, headers } = await http.call({
        method: 'POST',
        path: '/route',
        body: {
          fromChain: String(from.chainId),
          fromToken: withSentinel(from.address),
          fromAmount: amountIn.toString(),
          fromAddress: sender,
          toChain: String(to.chainId),
          toToken: withSentinel(to.address),
          toAddress: recipient,
          slippage: slippageBps / 100,
          quoteOnly: false,
        },
        reply: routeSchema,
        refusal,
        signal,
      });
      const { estimate, transactionRequest } = data.route;
      const quoteId = data.route.quoteId ?? '';
      const isNativeIn = isNative(from.address);
      const value = transactionRequest.value ?? 0n;
      const isFeeInValue = estimate.feeCosts.some(({ amount, token }) => amount > 0n && isNative(token.address));
      if (transactionRequest.value === null && isFeeInValue)
        throw new ProviderFailure('malformed-reply', "squid requires a fee in the transaction's value, but did not state the value.");
      requireAnswer('squid', estimate.fromAmount === amountIn && value >= (isNativeIn ? amountIn : 0n));
      requireToken('squid', namedBy(estimate.fromToken), from);
      return {
        amountOut: estimate.toAmount,
        amountOutMin: estimate.toAmountMin,
        target: transactionRequest.target,
        spender: isNativeIn ? null : transactionRequest.target,
        gas: transactionRequest.gasLimit,
        gasUsd: estimate.gasCosts?.length === 1 ? (estimate.gasCosts[0]?.amountUsd ?? null) : null,
        fees: estimate.feeCosts.map(({ name, amount, amountUsd, token }) => ({
          name: name ?? 'Fee',
          amount: toBaseUnits(amount),
          token: isNative(token.address) && (token.chainId ?? from.chainId) === from.chainId ? NATIVE_ADDRESS : token.address,
          usd: amountUsd,
          isIncluded: false,
        })),
        usdAmount: estimate.toAmountUSD,
        priceImpactBps: estimate.aggregatePriceImpact,
        durationSeconds: estimate.estimatedRouteDuration,
        expiresAtMs: null,
        warnings: outputWarnings('squid', namedBy(estimate.toToken), to),
        state: {
          data: transactionRequest.data,
          value: value.toString(),
          quoteId,
          requestId: headers.get('x-request-id') ?? '',
        },
      };
    },

    async build(_request, { state, target, spender, amountOut, amountOutMin }) {
      const { data, value, quoteId, requestId } = parseReply('squid', stateSchema, state);
      if (target === null) throw new ProviderFailure('malformed-reply', 'squid did not state which contract to call.');
      return {
        kind: 'transaction',
        to: target,
        data,
        value,
        spender,
        amountOut,
        amountOutMin,
        expiresAtMs: null,
        reference: { quoteId, requestId },
      };
    },

    async status({ txHash, fromChainId, toChainId, reference }, signal) {
      if (txHash === null) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const known = v.safeParse(referenceSchema, reference);
      const { quoteId, requestId } = known.success ? known.output : { quoteId: '', requestId: '' };
      const query = {
        transactionId: txHash,
        fromChainId: String(fromChainId),
        toChainId: String(toChainId),
        ...(requestId === '' ? {} : { requestId }),
        ...(quoteId === '' ? {} : { quoteId }),
      };
      const { data } = await http.call({ method: 'GET', path: '/status', query, reply: statusSchema, signal });
      const said = data.squidTransactionStatus ?? data.status;
      return { status: foldStatus(said), hash: data.toChain?.transactionId ?? null, substatus: said, amountOut: null };
    },
  };
}

/** Converts Squid's status of a trade. `partial_success` means that another token arrived. */
function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, ['success'])) return 'success';
  return isWord(status, ENDED) ? 'failed' : 'pending';
}

function namedBy(token: v.InferOutput<typeof tokenSchema> | null): NamedToken | null {
  return token === null ? null : { address: token.address, chainId: token.chainId ?? undefined };
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const type = parsed.success ? parsed.output.errorType : null;
  return type === 'QUOTE_ERROR' || type === 'ROUTE_ERROR' ? new ProviderFailure('no-route', 'squid has no route for this trade.') : null;
}
