import * as v from 'valibot';
import { parseAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import { type NamedToken, outputWarnings, requireToken } from '../output-token.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import { type ProviderHttp, parseReply } from '../provider-http.ts';
import { requireAnswer, withSentinel } from '../sentinel.ts';
import {
  lenient,
  maybe,
  shownDecimal,
  shownSeconds,
  shownText,
  wireAddress,
  wireCalldata,
  wirePositiveAmount,
  wireQuantity,
  wireText,
} from '../wire.ts';
import { isWithinTraits } from '../within-traits.ts';

/** SocketGateway, on all of these chains; manual routes go through it. */
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

const approvalSchema = v.object({ spenderAddress: wireAddress, amount: wirePositiveAmount, tokenAddress: wireAddress });
/** Documented without its members; one without an address names nothing. */
const tokenSchema = v.union([
  v.object({ address: wireAddress, chainId: v.optional(v.number()) }),
  v.object({ address: v.optional(v.undefined()) }),
]);
const routeSchema = v.object({
  quoteId: wireText,
  quoteExpiry: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  output: v.object({
    token: v.optional(tokenSchema),
    amount: wirePositiveAmount,
    minAmountOut: wirePositiveAmount,
    valueInUsd: shownDecimal,
  }),
  approvalData: maybe(approvalSchema),
  gasFee: lenient(v.object({ feeInUsd: shownDecimal })),
  estimatedTime: shownSeconds,
});
const quoteSchema = v.object({
  success: v.literal(true),
  result: v.object({
    originChainId: v.number(),
    destinationChainId: v.number(),
    input: v.object({ token: v.optional(tokenSchema), amount: wirePositiveAmount }),
    manualRoutes: v.array(routeSchema),
  }),
});
const buildSchema = v.object({
  success: v.literal(true),
  result: v.object({
    approvalData: maybe(approvalSchema),
    txData: v.object({ to: wireAddress, data: wireCalldata, chainId: v.number(), value: wireQuantity }),
  }),
});
const stateSchema = v.object({ quoteId: wireText });
const statusSchema = v.object({
  success: v.literal(true),
  result: v.pipe(
    v.array(v.object({ bungeeStatusCode: v.number(), destinationData: lenient(v.object({ txHash: shownText })) })),
    v.length(1),
  ),
});

/** Numeric statuses; what they mean stands in third-party code only, so only the ones that agree everywhere end a trade. */
const FULFILLED = [3, 4];
const ENDED = [5, 6, 7];

/** Bungee's manual routes (`GET /api/v1/bungee/quote`, `/build-tx`, `/status`). Native all-e; the route's slippage is its own. */
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
      const { originChainId, destinationChainId, input, manualRoutes } = data.result;
      requireAnswer('bungee', originChainId === from.chainId && destinationChainId === to.chainId && input.amount === amountIn);
      const best = manualRoutes.reduce<v.InferOutput<typeof routeSchema> | null>(
        (found, route) => (found === null || route.output.amount > found.output.amount ? route : found),
        null,
      );
      if (best === null) throw new ProviderFailure('no-route', 'bungee has no route for this trade.');
      const isNativeIn = isNative(from.address);
      const { output, approvalData } = best;
      const isApprovalRight = isNativeIn || (approvalData !== null && approvalData.tokenAddress === from.address);
      requireAnswer('bungee', isApprovalRight);
      requireToken('bungee', namedBy(input.token), from);
      return {
        amountOut: output.amount,
        amountOutMin: output.minAmountOut,
        // Told by the build only.
        target: null,
        spender: isNativeIn ? null : (approvalData?.spenderAddress ?? null),
        gas: null,
        gasUsd: best.gasFee?.feeInUsd ?? null,
        fees: [],
        usdAmount: output.valueInUsd,
        priceImpactBps: null,
        durationSeconds: best.estimatedTime,
        expiresAtMs: best.quoteExpiry * 1_000,
        warnings: outputWarnings('bungee', namedBy(output.token), to),
        state: { quoteId: best.quoteId },
      };
    },

    async build({ from, amountIn }, { state, spender, amountOut, amountOutMin, expiresAtMs }, signal) {
      const { quoteId } = parseReply('bungee', stateSchema, state);
      const { data } = await http.call({ method: 'GET', path: '/api/v1/bungee/build-tx', query: { quoteId }, reply: buildSchema, signal });
      const { txData, approvalData } = data.result;
      const isNativeIn = isNative(from.address);
      requireAnswer(
        'bungee',
        txData.chainId === from.chainId &&
          txData.value >= (isNativeIn ? amountIn : 0n) &&
          (isNativeIn || (approvalData !== null && approvalData.spenderAddress === spender && approvalData.tokenAddress === from.address)),
      );
      const { to, data: calldata, value } = txData;
      return { kind: 'transaction', to, data: calldata, value, spender, amountOut, amountOutMin, expiresAtMs, reference: { quoteId } };
    },

    async status({ txHash }, signal) {
      if (txHash === null) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const { data } = await http.call({ method: 'GET', path: '/api/v1/bungee/status', query: { txHash }, reply: statusSchema, signal });
      const [said] = data.result;
      if (said === undefined) throw new ProviderFailure('malformed-reply', 'bungee answered with no status.');
      return {
        status: foldStatus(said.bungeeStatusCode),
        hash: said.destinationData?.txHash ?? null,
        substatus: String(said.bungeeStatusCode),
        amountOut: null,
      };
    },
  };
}

function namedBy(token: v.InferOutput<typeof tokenSchema> | undefined): NamedToken | undefined {
  if (token?.address === undefined) return undefined;
  return 'chainId' in token ? { address: token.address, chainId: token.chainId } : { address: token.address };
}

function foldStatus(code: number): ProviderStatus['status'] {
  if (FULFILLED.includes(code)) return 'success';
  return ENDED.includes(code) ? 'failed' : 'pending';
}
