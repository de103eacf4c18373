import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import { parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenient,
  lenientList,
  maybe,
  maybeList,
  shownAmount,
  shownDecimal,
  shownInteger,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wireInteger,
  wirePositiveAmount,
  wireText,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { isNative } from '../../../values/native.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteRequest } from '../provider.ts';
import { isSameToken, requireAnswer } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

const DIAMOND = parseAddress('0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae');
/**
 * Addresses of LI.FI's main contract (the "diamond") on chains where it differs from the usual address, from the deployments in LI.FI's
 * repository.
 */
const DIAMONDS = {
  324: [parseAddress('0x341e94069f53234fe6dabef707ad424830525715')],
  59144: [parseAddress('0xde1e598b81620773454588b85d6b5d4eec32573e')],
};

export const lifiTraits: ProviderTraits = {
  name: 'lifi',
  title: 'LI.FI',
  kinds: ['swap', 'bridge'],
  chains: [1, 10, 56, 100, 137, 324, 1101, 5000, 8453, 42161, 42220, 43114, 59144, 81457, 534352],
  key: 'optional',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: true,
  targets: { everywhere: [DIAMOND], byChain: DIAMONDS },
  spenders: { everywhere: [DIAMOND], byChain: DIAMONDS },
};

const feeSchema = v.object({
  name: shownText,
  amount: shownAmount,
  amountUSD: shownDecimal,
  token: lenient(v.object({ address: wireAddress })),
  /**
   * Whether the fee is included in the input amount. When the field is absent, the fee is assumed to be paid in addition, because this is
   * the higher cost.
   */
  included: maybe(v.boolean()),
});
const gasSchema = v.object({ estimate: shownInteger, amountUSD: shownDecimal });

/**
 * Schema of LI.FI's `LiFiStep`. The fees show how much is paid in addition to the input, so an invalid fee makes the quote invalid; gas
 * costs are only displayed.
 */
const stepSchema = v.object({
  action: v.object({
    fromChainId: wireChainId,
    toChainId: wireChainId,
    fromAmount: wirePositiveAmount,
    fromToken: v.object({ address: wireAddress }),
    toToken: v.object({ address: wireAddress }),
  }),
  estimate: v.object({
    toAmount: wirePositiveAmount,
    toAmountMin: wirePositiveAmount,
    /** The contract to approve for the input token; missing when no approval is needed. */
    approvalAddress: maybe(wireAddress),
    toAmountUSD: shownDecimal,
    executionDuration: shownSeconds,
    feeCosts: maybeList(feeSchema),
    gasCosts: v.fallback(lenientList(gasSchema), []),
  }),
  transactionRequest: v.object({ to: wireAddress, data: wireCalldata, value: maybe(wireAmount), chainId: maybe(wireChainId) }),
  tool: maybe(wireText),
});

const stateSchema = v.object({ to: wireAddress, data: wireCalldata, value: wireAmount, tool: v.string() });

const statusSchema = v.object({
  status: wireWord,
  substatus: shownText,
  receiving: lenient(v.object({ txHash: shownText, amount: shownAmount })),
});

const refusalSchema = v.object({ code: wireInteger });
/** LI.FI's error code for "no quote" (`LiFiErrorCode` in its SDK). */
const NO_QUOTE = 1002;
/** LI.FI's error code for "not found" (`LiFiErrorCode` in its SDK). */
const NOT_FOUND = 1003;

/**
 * Creates the LI.FI provider (`GET /quote`, `GET /status`). In its API, the native asset is the all-zero address, slippage is a fraction,
 * and chain ids are numbers.
 */
export function createLifiProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: lifiTraits,
    supports: (request) => isWithinTraits(lifiTraits, request),

    async quote(request, signal) {
      const { from, to, amountIn, slippageBps, sender, recipient } = request;
      const { data: step } = await http.call({
        method: 'GET',
        path: '/quote',
        query: {
          fromChain: from.chainId,
          toChain: to.chainId,
          fromToken: from.address,
          toToken: to.address,
          fromAmount: amountIn.toString(),
          fromAddress: sender,
          toAddress: recipient,
          slippage: slippageBps / 10_000,
        },
        reply: stepSchema,
        refusal,
        signal,
      });
      checkAnswersFor(request, step);
      const { estimate, transactionRequest } = step;
      const isFeeInValue = estimate.feeCosts.some(({ included, token }) => included !== true && token !== null && isNative(token.address));
      if (transactionRequest.value === null && (isNative(from.address) || isFeeInValue))
        throw new ProviderFailure(
          'malformed-reply',
          'The reply of lifi has no `transactionRequest.value`, the native amount that this trade has to send.',
        );
      return {
        amountOut: estimate.toAmount,
        amountOutMin: estimate.toAmountMin,
        target: transactionRequest.to,
        spender: isNative(from.address) ? null : (estimate.approvalAddress ?? transactionRequest.to),
        gas: sum(estimate.gasCosts.map((cost) => cost.estimate)),
        gasUsd: estimate.gasCosts.length === 1 ? (estimate.gasCosts[0]?.amountUSD ?? null) : null,
        fees: estimate.feeCosts.map((fee) => ({
          name: fee.name ?? 'Fee',
          amount: fee.amount == null ? null : toBaseUnits(fee.amount),
          token: fee.token?.address ?? null,
          usd: fee.amountUSD,
          isIncluded: fee.included ?? false,
        })),
        usdAmount: estimate.toAmountUSD,
        priceImpactBps: null,
        durationSeconds: estimate.executionDuration,
        expiresAtMs: null,
        warnings: [],
        state: {
          to: transactionRequest.to,
          data: transactionRequest.data,
          value: (transactionRequest.value ?? 0n).toString(),
          tool: step.tool ?? '',
        },
      };
    },

    async build(_request, quote) {
      const { to, data, value, tool } = parseReply('lifi', stateSchema, quote.state);
      const { amountOut, amountOutMin, spender } = quote;
      return { kind: 'transaction', to, data, value, spender, amountOut, amountOutMin, expiresAtMs: null, reference: { tool } };
    },

    async status({ txHash, fromChainId, toChainId }, signal) {
      if (txHash === null) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const query = { txHash, fromChain: fromChainId, toChain: toChainId };
      const { data } = await http.call({ method: 'GET', path: '/status', query, reply: statusSchema, signal });
      return {
        status: foldStatus(data),
        substatus: data.substatus ?? data.status,
        hash: data.receiving?.txHash ?? null,
        amountOut: data.receiving?.amount ?? null,
      };
    },
  };
}

/**
 * Converts LI.FI's status of a trade. `DONE` alone does not mean that the user received the requested token: with the substatus `PARTIAL`
 * or `REFUNDED` another token was received, and without a substatus the token is unknown. A trade whose refund is pending has not ended.
 */
function foldStatus({ status, substatus }: v.InferOutput<typeof statusSchema>): ProviderStatus['status'] {
  if (isWord(status, ['DONE'])) {
    if (isWord(substatus, ['COMPLETED'])) return 'success';
    return isWord(substatus, ['PARTIAL', 'REFUNDED']) ? 'failed' : 'pending';
  }
  const isOver = isWord(status, ['FAILED', 'INVALID']) && !isWord(substatus, ['REFUND_IN_PROGRESS']);
  return isOver ? 'failed' : 'pending';
}

function checkAnswersFor({ from, to, amountIn }: QuoteRequest, { action, transactionRequest }: v.InferOutput<typeof stepSchema>): void {
  const isRight =
    action.fromChainId === from.chainId &&
    action.toChainId === to.chainId &&
    (transactionRequest.chainId ?? from.chainId) === from.chainId &&
    action.fromAmount === amountIn &&
    isSameToken(action.fromToken.address, from.address) &&
    isSameToken(action.toToken.address, to.address);
  requireAnswer('lifi', isRight);
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  if (!parsed.success) return null;
  const { code } = parsed.output;
  return code === NO_QUOTE || code === NOT_FOUND ? new ProviderFailure('no-route', 'lifi has no route for this trade.') : null;
}

function sum(parts: readonly (bigint | null)[]): bigint | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.reduce((total, part) => total + part, 0n);
}
