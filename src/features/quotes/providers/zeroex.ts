import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import {
  lenient,
  maybe,
  shownInteger,
  wireAddress,
  wireAmount,
  wireCalldata,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { isNative } from '../../../values/native.ts';
import type { ProviderTraits, QuoteProvider, QuoteWarning } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/**
 * Address of 0x's contract AllowanceHolder, the same on all chains with the Cancun hard fork. Unlike 0x's Settler contract, it does not
 * change between releases.
 */
const ALLOWANCE_HOLDER = parseAddress('0x0000000000001ff3684f28c67538d4d072c22734');

export const zeroexTraits: ProviderTraits = {
  name: '0x',
  title: '0x',
  kinds: ['swap'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114],
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [ALLOWANCE_HOLDER] },
  spenders: { everywhere: [ALLOWANCE_HOLDER] },
};

const taxSchema = lenient(v.object({ buyTaxBps: shownInteger, sellTaxBps: shownInteger }));

const quoteSchema = v.variant('liquidityAvailable', [
  v.object({ liquidityAvailable: v.literal(false) }),
  v.object({
    liquidityAvailable: v.literal(true),
    buyAmount: wirePositiveAmount,
    buyToken: wireAddress,
    sellAmount: wirePositiveAmount,
    sellToken: wireAddress,
    minBuyAmount: wirePositiveAmount,
    /** Problems of the wallet. `allowance` is null when no approval is needed; otherwise its spender is the AllowanceHolder. */
    issues: maybe(v.object({ allowance: maybe(v.object({ spender: wireAddress })) })),
    tokenMetadata: lenient(v.object({ buyToken: taxSchema, sellToken: taxSchema })),
    transaction: v.object({ to: wireAddress, data: wireCalldata, value: maybe(wireAmount), gas: shownInteger }),
  }),
]);

/**
 * Creates the provider for 0x Swap API v2 with the AllowanceHolder (`GET /swap/allowance-holder/quote`). In its API, the native asset is
 * the address `0xeeee...`, and slippage is in basis points.
 */
export function createZeroexProvider(deps: { http: ProviderHttp }): QuoteProvider {
  return {
    traits: zeroexTraits,
    supports: (request) => isWithinTraits(zeroexTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender, recipient }, signal) {
      const { data: quote } = await deps.http.call({
        method: 'GET',
        path: '/swap/allowance-holder/quote',
        query: {
          chainId: from.chainId,
          sellToken: withSentinel(from.address),
          buyToken: withSentinel(to.address),
          sellAmount: amountIn.toString(),
          taker: sender,
          recipient,
          slippageBps,
        },
        reply: quoteSchema,
        signal,
      });
      if (!quote.liquidityAvailable) throw new ProviderFailure('no-route', '0x has no liquidity for this trade.');
      const isAsked =
        isSameToken(quote.sellToken, from.address) &&
        isSameToken(quote.buyToken, to.address) &&
        quote.sellAmount === amountIn &&
        (quote.transaction.value ?? 0n) === (isNative(from.address) ? amountIn : 0n);
      requireAnswer('0x', isAsked);
      const { transaction, tokenMetadata, issues } = quote;
      return {
        amountOut: quote.buyAmount,
        amountOutMin: quote.minBuyAmount,
        target: transaction.to,
        spender: isNative(from.address) ? null : (issues?.allowance?.spender ?? ALLOWANCE_HOLDER),
        gas: transaction.gas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: taxWarnings(tokenMetadata?.sellToken?.sellTaxBps, tokenMetadata?.buyToken?.buyTaxBps),
        state: { data: transaction.data, value: (transaction.value ?? 0n).toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('0x', quote),

    status: null,
  };
}

function taxWarnings(...taxes: readonly (bigint | null | undefined)[]): QuoteWarning[] {
  const isTaxed = taxes.some((tax) => tax != null && tax > 0n);
  return isTaxed ? [{ code: 'fee-on-transfer', message: 'One of the tokens takes a fee on transfers, so less may arrive.' }] : [];
}
