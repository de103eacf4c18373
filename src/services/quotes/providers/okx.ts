import * as v from 'valibot';
import { parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { isNative } from '../../../values/native.ts';
import type { ProviderTraits, QuoteProvider, QuoteRequest } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { shownInteger, wireAddress, wireAmount, wireCalldata, wirePositiveAmount } from '../wire.ts';
import { isWithinTraits } from '../within-traits.ts';

/** DexRouter and TokenApprove; each chain has its own. Chains whose two contracts could not be confirmed are left out. */
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

/** The HTTP status is 200 whatever happened: `code` says it. */
const envelope = <Schema extends v.GenericSchema>(data: Schema) =>
  v.variant('code', [
    v.object({ code: v.literal('0'), data: v.pipe(v.strictTuple([data]), v.readonly()) }),
    v.object({ code: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,9}$/)) }),
  ]);
const tokenSchema = v.object({ tokenContractAddress: wireAddress });
const swapSchema = envelope(
  v.object({
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
      value: wireAmount,
      minReceiveAmount: wirePositiveAmount,
      gas: shownInteger,
    }),
  }),
);
const approvalSchema = envelope(v.object({ dexContractAddress: wireAddress }));

/** OKX's code for too little liquidity. */
const NO_LIQUIDITY = '82000';

/** OKX DEX v5 (`GET /swap`, `GET /approve-transaction`), requests signed by the composition. Native all-e, slippage as a fraction. */
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
        reply: swapSchema,
        signal,
      });
      if (!('data' in reply)) throw refused(reply.code);
      const [{ routerResult, tx }] = reply.data;
      const isNativeIn = isNative(from.address);
      requireAnswer(
        'okx',
        isSameToken(routerResult.fromToken.tokenContractAddress, from.address) &&
          isSameToken(routerResult.toToken.tokenContractAddress, to.address) &&
          routerResult.fromTokenAmount === amountIn &&
          tx.from === sender &&
          tx.value === (isNativeIn ? amountIn : 0n),
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
        state: { data: tx.data, value: tx.value.toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('okx', quote),

    status: null,
  };

  async function spenderOf({ from, amountIn }: QuoteRequest, signal: AbortSignal): Promise<string> {
    const query = { chainIndex: from.chainId, tokenContractAddress: from.address, approveAmount: amountIn.toString() };
    const { data: reply } = await http.call({ method: 'GET', path: '/approve-transaction', query, reply: approvalSchema, signal });
    if (!('data' in reply)) throw refused(reply.code);
    return reply.data[0].dexContractAddress;
  }
}

function refused(code: string): ProviderFailure {
  return code === NO_LIQUIDITY
    ? new ProviderFailure('no-route', 'okx has no liquidity for this trade.')
    : new ProviderFailure('rejected', `okx refused the request with code ${code}.`);
}
