import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import {
  maybe,
  shownInteger,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { isNative } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import { OUTPUT_NOT_CONFIRMED } from '../output-token.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of 1inch's contract Aggregation Router v6. Its address on zkSync is different, so that chain is omitted. */
const ROUTER = parseAddress('0x111111125421ca6dc452d289314280a0f8842a65');

export const oneinchTraits: ProviderTraits = {
  name: '1inch',
  title: '1inch',
  kinds: ['swap'],
  chains: [1, 10, 56, 100, 137, 8453, 42161, 43114],
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [ROUTER] },
  spenders: { everywhere: [ROUTER] },
};

/** Schema of a token in a reply. A reply contains tokens only when the request asks for them, and never contains the input amount. */
const tokenSchema = maybe(v.object({ address: wireAddress }));
const swapSchema = v.object({
  srcToken: tokenSchema,
  dstToken: tokenSchema,
  dstAmount: wirePositiveAmount,
  tx: v.object({ from: wireAddress, to: wireAddress, data: wireCalldata, value: maybe(wireAmount), gas: shownInteger }),
});
const refusalSchema = v.object({ description: shownText });

/**
 * Creates the provider for 1inch Swap API v6.0 (`GET /{chainId}/swap`). In its API, the native asset is the address `0xeeee...`, slippage
 * is in percent, and the chain id is in the path.
 */
export function createOneinchProvider(deps: { http: ProviderHttp }): QuoteProvider {
  return {
    traits: oneinchTraits,
    // The API accepts a slippage of at most 50 percent.
    supports: (request) => isWithinTraits(oneinchTraits, request) && request.slippageBps <= 5_000,

    async quote({ from, to, amountIn, slippageBps, sender, recipient, wallet }, signal) {
      const { data: swap } = await deps.http.call({
        method: 'GET',
        path: `/${from.chainId}/swap`,
        query: {
          src: withSentinel(from.address),
          dst: withSentinel(to.address),
          amount: amountIn.toString(),
          from: sender,
          origin: wallet,
          receiver: recipient,
          slippage: decimalTextOf(slippageBps / 100),
          // 1inch's gas estimate is turned off. It would always fail, because the Relayer contract holds the input only during the
          // transaction.
          disableEstimate: true,
          includeTokensInfo: true,
          includeGas: true,
        },
        reply: swapSchema,
        refusal,
        signal,
      });
      const { srcToken, dstToken, tx, dstAmount } = swap;
      const value = isNative(from.address) ? amountIn : 0n;
      requireAnswer(
        '1inch',
        (srcToken === null || isSameToken(srcToken.address, from.address)) &&
          (dstToken === null || isSameToken(dstToken.address, to.address)) &&
          tx.from === sender &&
          (tx.value ?? 0n) === value,
      );
      return {
        amountOut: dstAmount,
        amountOutMin: minOutputAt(dstAmount, slippageBps),
        target: tx.to,
        spender: isNative(from.address) ? null : tx.to,
        gas: tx.gas === 0n ? null : tx.gas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: dstToken === null ? [OUTPUT_NOT_CONFIRMED] : [],
        state: { data: tx.data, value: value.toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('1inch', quote),

    status: null,
  };
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const isLiquidity = parsed.success && parsed.output.description === 'insufficient liquidity';
  return isLiquidity ? new ProviderFailure('no-route', '1inch has no liquidity for this trade.') : null;
}
