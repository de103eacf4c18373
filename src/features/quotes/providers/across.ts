import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  maybe,
  shownInteger,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wirePositiveAmount,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { outputWarnings, requireToken } from '../output-token.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteToken } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/**
 * Addresses of the SpokePool contracts by chain. A deposit through another contract (with a swap on the source chain) is refused, unless
 * the settings allow that contract.
 */
const SPOKE_POOLS = {
  1: [parseAddress('0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5')],
  10: [parseAddress('0x6f26bf09b1c792e3228e5467807a900a503c0281')],
  137: [parseAddress('0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096')],
  8453: [parseAddress('0x09aea4b2242abc8bb4bb78d537a67a245a7bec64')],
  42161: [parseAddress('0xe35e9842fceaca96570b734083f4a58e8f7c5f2a')],
};

export const acrossTraits: ProviderTraits = {
  name: 'across',
  title: 'Across',
  kinds: ['bridge'],
  chains: Object.keys(SPOKE_POOLS).map(Number),
  key: 'none',
  broadcastsItself: false,
  isSolverBased: true,
  hasStatus: true,
  targets: { everywhere: [], byChain: SPOKE_POOLS },
  spenders: { everywhere: [], byChain: SPOKE_POOLS },
};

const tokenSchema = v.object({ address: wireAddress, chainId: wireChainId });
const approvalSchema = v.object({
  /** The approval that the wallet needs; missing when the input is the native asset, and when the wallet has already approved. */
  checks: maybe(v.object({ allowance: maybe(v.object({ token: wireAddress, spender: wireAddress })) })),
  /** The input token of the trade. Like the output token, it may be missing in a reply. */
  inputToken: maybe(tokenSchema),
  /** The output token of the trade; may be missing in a reply. */
  outputToken: maybe(tokenSchema),
  inputAmount: wirePositiveAmount,
  expectedOutputAmount: wirePositiveAmount,
  minOutputAmount: wirePositiveAmount,
  expectedFillTime: shownSeconds,
  swapTx: v.object({
    chainId: wireChainId,
    to: wireAddress,
    data: wireCalldata,
    value: maybe(wireAmount),
    gas: shownInteger,
  }),
});
const statusSchema = v.object({
  status: wireWord,
  fillTx: shownText,
  fillTxnRef: shownText,
  depositRefundTxHash: shownText,
  depositRefundTxnRef: shownText,
});
const refusalSchema = v.object({ code: shownText });

/**
 * Creates the Across provider (`GET /swap/approval`, `GET /deposit/status`). In its API, the native asset is the all-zero address, slippage
 * is a fraction as a string, and chain ids are strings.
 */
export function createAcrossProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: acrossTraits,
    supports: (request) => isWithinTraits(acrossTraits, request) && request.from.chainId !== request.to.chainId,

    async quote({ from, to, amountIn, slippageBps, sender, recipient }, signal) {
      const { data: reply } = await http.call({
        method: 'GET',
        path: '/swap/approval',
        query: {
          tradeType: 'exactInput',
          amount: amountIn.toString(),
          inputToken: withSentinel(from.address, NATIVE_ADDRESS),
          outputToken: withSentinel(to.address, NATIVE_ADDRESS),
          originChainId: from.chainId,
          destinationChainId: to.chainId,
          depositor: sender,
          recipient,
          slippage: decimalTextOf(slippageBps / 10_000),
        },
        reply: approvalSchema,
        refusal,
        signal,
      });
      const { swapTx, inputAmount } = reply;
      const allowance = reply.checks?.allowance ?? null;
      const isNativeIn = isNative(from.address);
      const value = swapTx.value ?? 0n;
      const isAsked =
        inputAmount === amountIn &&
        swapTx.chainId === from.chainId &&
        (isNativeIn ? value >= amountIn : allowance === null || allowance.token === from.address);
      requireAnswer('across', isAsked);
      // When the input is the native asset, the reply may contain the wrapped token instead, so the reply's input token is not checked.
      if (!isNativeIn) requireToken('across', reply.inputToken, from);
      return {
        amountOut: reply.expectedOutputAmount,
        amountOutMin: reply.minOutputAmount,
        target: swapTx.to,
        spender: isNativeIn ? null : (allowance?.spender ?? swapTx.to),
        gas: swapTx.gas === 0n ? null : swapTx.gas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: reply.expectedFillTime,
        expiresAtMs: null,
        warnings: outputWarnings('across', isWrapped(reply.outputToken, to) ? null : reply.outputToken, to),
        state: { data: swapTx.data, value: value.toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('across', quote),

    async status({ txHash, fromChainId }, signal) {
      const pending: ProviderStatus = { status: 'pending', hash: null, substatus: null, amountOut: null };
      if (txHash === null) return pending;
      const query = { originChainId: fromChainId, depositTxHash: txHash };
      try {
        const { data } = await http.call({
          method: 'GET',
          path: '/deposit/status',
          query,
          reply: statusSchema,
          refusal: notIndexed,
          signal,
        });
        const hash = data.fillTx ?? data.fillTxnRef ?? data.depositRefundTxHash ?? data.depositRefundTxnRef;
        return { ...pending, status: foldStatus(data.status), hash, substatus: data.status };
      } catch (error) {
        // The API answers with 404 for a deposit that it has not indexed yet.
        if (error instanceof ProviderFailure && error.reason === 'no-route') return { ...pending, substatus: 'not-indexed' };
        throw error;
      }
    },
  };
}

/** Whether a reply names the wrapped token although the output is the native asset. Such a reply does not confirm the output token. */
function isWrapped(named: v.InferOutput<typeof tokenSchema> | null, to: QuoteToken): boolean {
  return named !== null && isNative(to.address) && !isNative(named.address);
}

/** Converts the provider's status of a deposit. `expired` means that a refund will follow, so the trade has not ended yet. */
function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, ['filled'])) return 'success';
  return isWord(status, ['refunded']) ? 'failed' : 'pending';
}

function notIndexed(status: number): ProviderFailure | null {
  return status === 404 ? new ProviderFailure('no-route', 'across does not know this deposit yet.') : null;
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  if (!parsed.success) return null;
  const { code } = parsed.output;
  if (code === 'AMOUNT_TOO_LOW' || code === 'AMOUNT_TOO_HIGH')
    return new ProviderFailure('amount-out-of-range', 'across does not accept this amount.');
  return code === 'ROUTE_NOT_ENABLED' || code === 'SWAP_QUOTE_UNAVAILABLE'
    ? new ProviderFailure('no-route', 'across has no route for this trade.')
    : null;
}
