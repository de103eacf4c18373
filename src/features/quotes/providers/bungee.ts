import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  lenient,
  lenientList,
  maybe,
  maybeList,
  shownDecimal,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wireInteger,
  wirePositiveAmount,
  wireText,
  wireTimeMs,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import { type NamedToken, outputWarnings, requireToken } from '../output-token.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider } from '../provider.ts';
import { requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract SocketGateway, the same on all supported chains. Bungee's manual routes go through it. */
const GATEWAY = parseAddress('0x3a23f943181408eac424116af7b7790c94cb97a5');

export const bungeeTraits: ProviderTraits = {
  name: 'bungee',
  title: 'Bungee (Socket)',
  kinds: ['bridge'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114],
  key: 'optional',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: true,
  targets: { everywhere: [GATEWAY] },
  spenders: { everywhere: [GATEWAY] },
};

/** The approval data; missing when the input is the native asset, and when the wallet has already approved. */
const approvalSchema = maybe(v.object({ spenderAddress: wireAddress, tokenAddress: wireAddress }));
/** Schema of a token in a reply. The API documentation does not list the token's fields. A token without an address counts as absent. */
const tokenSchema = v.union([
  v.object({ address: wireAddress, chainId: maybe(wireChainId) }),
  v.object({ address: v.nullish(v.literal('')) }),
]);
const routeSchema = v.object({
  quoteId: wireText,
  quoteExpiry: maybe(wireTimeMs),
  output: v.object({
    token: maybe(tokenSchema),
    amount: wirePositiveAmount,
    minAmountOut: wirePositiveAmount,
    valueInUsd: shownDecimal,
  }),
  approvalData: approvalSchema,
  gasFee: lenient(v.object({ feeInUsd: shownDecimal })),
  estimatedTime: shownSeconds,
});
/** Schema of every reply. The HTTP status is always 200; the field `success` reports whether the request succeeded. */
const envelope = <Schema extends v.GenericSchema>(result: Schema) =>
  v.variant('success', [v.object({ success: v.literal(true), result }), v.object({ success: v.literal(false) })]);
const quoteSchema = envelope(
  v.object({
    originChainId: wireChainId,
    destinationChainId: wireChainId,
    input: v.object({ token: maybe(tokenSchema), amount: wirePositiveAmount }),
    manualRoutes: lenientList(routeSchema),
  }),
);
const buildSchema = envelope(
  v.object({
    approvalData: approvalSchema,
    txData: v.object({ to: wireAddress, data: wireCalldata, chainId: wireChainId, value: maybe(wireAmount) }),
  }),
);
const stateSchema = v.object({ quoteId: wireText });
const statusSchema = envelope(
  maybeList(v.object({ bungeeStatusCode: maybe(wireInteger), destinationData: lenient(v.object({ txHash: shownText })) })),
);

/**
 * Numeric statuses of a fulfilled trade. They are documented only in code of third parties, so a status ends a trade only if all of that
 * code agrees on its meaning.
 */
const FULFILLED = [3, 4];
/** Numeric statuses of a trade that ended without being fulfilled. */
const ENDED = [5, 6, 7];

/**
 * Creates the provider for Bungee's manual routes (`GET /api/v1/bungee/quote`, `/build-tx`, `/status`). In its API, the native asset is the
 * address `0xeeee...`, and the route determines its own slippage.
 */
export function createBungeeProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: bungeeTraits,
    supports: (request) => isWithinTraits(bungeeTraits, request) && request.from.chainId !== request.to.chainId,

    async quote({ from, to, amountIn, sender, recipient }, signal) {
      const { data } = await http.call({
        method: 'GET',
        path: '/api/v1/bungee/quote',
        query: {
          userAddress: sender,
          receiverAddress: recipient,
          originChainId: String(from.chainId),
          destinationChainId: String(to.chainId),
          inputToken: withSentinel(from.address),
          inputAmount: amountIn.toString(),
          outputToken: withSentinel(to.address),
          enableManual: true,
          disableAuto: true,
        },
        reply: quoteSchema,
        signal,
      });
      if (!data.success) throw new ProviderFailure('rejected', 'bungee refused the request.');
      const { originChainId, destinationChainId, input, manualRoutes } = data.result;
      requireAnswer('bungee', originChainId === from.chainId && destinationChainId === to.chainId && input.amount === amountIn);
      const best = manualRoutes.reduce<v.InferOutput<typeof routeSchema> | null>(
        (found, route) => (found === null || route.output.amount > found.output.amount ? route : found),
        null,
      );
      if (best === null) throw new ProviderFailure('no-route', 'bungee has no route for this trade.');
      const isNativeIn = isNative(from.address);
      const { output, approvalData } = best;
      const isApprovalRight = isNativeIn || approvalData === null || approvalData.tokenAddress === from.address;
      requireAnswer('bungee', isApprovalRight);
      requireToken('bungee', namedBy(input.token), from);
      return {
        amountOut: output.amount,
        amountOutMin: output.minAmountOut,
        // The contract that the transaction calls is known only after the build.
        target: null,
        spender: isNativeIn ? null : (approvalData?.spenderAddress ?? GATEWAY),
        gas: null,
        gasUsd: best.gasFee?.feeInUsd ?? null,
        fees: [],
        usdAmount: output.valueInUsd,
        priceImpactBps: null,
        durationSeconds: best.estimatedTime,
        expiresAtMs: best.quoteExpiry,
        warnings: outputWarnings('bungee', namedBy(output.token), to),
        state: { quoteId: best.quoteId },
      };
    },

    async build({ from, amountIn }, { state, spender, amountOut, amountOutMin, expiresAtMs }, signal) {
      const { quoteId } = parseReply('bungee', stateSchema, state);
      const { data } = await http.call({ method: 'GET', path: '/api/v1/bungee/build-tx', query: { quoteId }, reply: buildSchema, signal });
      if (!data.success) throw new ProviderFailure('rejected', 'bungee refused the build.');
      const { txData, approvalData } = data.result;
      const value = txData.value ?? 0n;
      const isNativeIn = isNative(from.address);
      requireAnswer(
        'bungee',
        txData.chainId === from.chainId &&
          value >= (isNativeIn ? amountIn : 0n) &&
          (isNativeIn || approvalData === null || (approvalData.spenderAddress === spender && approvalData.tokenAddress === from.address)),
      );
      const { to, data: calldata } = txData;
      return { kind: 'transaction', to, data: calldata, value, spender, amountOut, amountOutMin, expiresAtMs, reference: { quoteId } };
    },

    async status({ txHash }, signal) {
      if (txHash === null) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const { data } = await http.call({ method: 'GET', path: '/api/v1/bungee/status', query: { txHash }, reply: statusSchema, signal });
      const requests = data.success ? data.result : [];
      const [said] = requests;
      // Either the API has no request for the transaction yet, or it has several, which cannot be distinguished. In both cases the trade's
      // status is pending.
      if (said === undefined || requests.length > 1)
        return { status: 'pending', hash: null, substatus: requests.length > 1 ? 'several-requests' : 'not-indexed', amountOut: null };
      return {
        status: foldStatus(said.bungeeStatusCode),
        hash: said.destinationData?.txHash ?? null,
        substatus: said.bungeeStatusCode?.toString() ?? null,
        amountOut: null,
      };
    },
  };
}

function namedBy(token: v.InferOutput<typeof tokenSchema> | null): NamedToken | null {
  return token !== null && 'chainId' in token ? { address: token.address, chainId: token.chainId ?? undefined } : null;
}

function foldStatus(code: number | null): ProviderStatus['status'] {
  if (code === null) return 'pending';
  if (FULFILLED.includes(code)) return 'success';
  return ENDED.includes(code) ? 'failed' : 'pending';
}
