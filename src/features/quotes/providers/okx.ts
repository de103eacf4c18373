import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  maybe,
  maybeList,
  shownInteger,
  verbatim,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireInteger,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { type Address, parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { isNative } from '../../../values/native.ts';
import type { ProviderTraits, QuoteProvider, QuoteRequest } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/**
 * Addresses of OKX's contracts DexRouter and TokenApprove by chain. Chains on which the two contracts could not be verified are omitted.
 */
const ROUTERS = {
  10: [parseAddress('0xc44c6550a3b13116f6fd593e1ec963d5ae78c4c8')],
  42161: [parseAddress('0xf332761c673b59b21ff6dfa8ada44d78c12def09')],
};
const APPROVERS = {
  10: [parseAddress('0x68d6b739d2020067d1e2f713b999da97e4d54812')],
  42161: [parseAddress('0x70cbb871e8f30fc8ce23609e9e0ea87b6b222f58')],
};

export const okxTraits: ProviderTraits = {
  name: 'okx',
  title: 'OKX DEX',
  kinds: ['swap'],
  chains: Object.keys(ROUTERS).map(Number),
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [], byChain: ROUTERS },
  spenders: { everywhere: [], byChain: APPROVERS },
};

/** Schema of every reply. The HTTP status is always 200; the field `code` reports whether the request succeeded. */
const envelope = v.object({ code: wireInteger, data: v.optional(verbatim, null) });
const tokenSchema = v.object({ tokenContractAddress: wireAddress });
const swapSchema = v.object({
  routerResult: v.object({
    fromToken: tokenSchema,
    toToken: tokenSchema,
    fromTokenAmount: wirePositiveAmount,
    toTokenAmount: wirePositiveAmount,
  }),
  tx: v.object({
    from: wireAddress,
    to: wireAddress,
    data: wireCalldata,
    value: maybe(wireAmount),
    minReceiveAmount: wirePositiveAmount,
    gas: shownInteger,
  }),
});
const approvalSchema = v.object({ dexContractAddress: wireAddress });

/** OKX's code for insufficient liquidity. */
const NO_LIQUIDITY = 82_000;

/**
 * Creates the provider for OKX DEX v5 (`GET /swap`, `GET /approve-transaction`), with requests signed by `okxSignature`. In its API, the
 * native asset is the address `0xeeee...`, and slippage is a fraction.
 */
export function createOkxProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: okxTraits,
    supports: (request) => isWithinTraits(okxTraits, request),

    async quote(request, signal) {
      const { from, to, amountIn, slippageBps, sender, recipient } = request;
      const { data: reply } = await http.call({
        method: 'GET',
        path: '/swap',
        query: {
          chainIndex: from.chainId,
          fromTokenAddress: withSentinel(from.address),
          toTokenAddress: withSentinel(to.address),
          amount: amountIn.toString(),
          slippage: decimalTextOf(slippageBps / 10_000),
          userWalletAddress: sender,
          swapReceiverAddress: recipient,
        },
        reply: envelope,
        signal,
      });
      const { routerResult, tx } = dataOf(reply, swapSchema);
      const value = tx.value ?? 0n;
      const isNativeIn = isNative(from.address);
      requireAnswer(
        'okx',
        isSameToken(routerResult.fromToken.tokenContractAddress, from.address) &&
          isSameToken(routerResult.toToken.tokenContractAddress, to.address) &&
          routerResult.fromTokenAmount === amountIn &&
          tx.from === sender &&
          value === (isNativeIn ? amountIn : 0n),
      );
      return {
        amountOut: routerResult.toTokenAmount,
        amountOutMin: tx.minReceiveAmount,
        target: tx.to,
        spender: isNativeIn ? null : await spenderOf(request, signal),
        gas: tx.gas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: [],
        state: { data: tx.data, value: value.toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('okx', quote),

    status: null,
  };

  async function spenderOf({ from, amountIn }: QuoteRequest, signal: AbortSignal): Promise<Address> {
    const query = { chainIndex: from.chainId, tokenContractAddress: from.address, approveAmount: amountIn.toString() };
    const { data: reply } = await http.call({ method: 'GET', path: '/approve-transaction', query, reply: envelope, signal });
    return dataOf(reply, approvalSchema).dexContractAddress;
  }
}

/**
 * Returns the single element of a reply's data.
 * @throws ProviderFailure when the reply's code is an error
 */
function dataOf<Schema extends v.GenericSchema>({ code, data }: v.InferOutput<typeof envelope>, schema: Schema): v.InferOutput<Schema> {
  if (code !== 0) throw refused(code);
  const items = parseReply('okx', v.pipe(maybeList(verbatim), v.maxLength(1)), data);
  if (items.length === 0) throw new ProviderFailure('no-route', 'okx returned no result for this trade.');
  return parseReply('okx', schema, items[0]);
}

function refused(code: number): ProviderFailure {
  return code === NO_LIQUIDITY
    ? new ProviderFailure('no-route', 'okx has no liquidity for this trade.')
    : new ProviderFailure('rejected', `okx refused the request with code ${code}.`);
}
