import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  maybe,
  shownInteger,
  verbatim,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireInteger,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { isNative } from '../../../values/native.ts';
import { OUTPUT_NOT_CONFIRMED } from '../output-token.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { buildQuotedCall } from '../quoted-call.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract OpenOceanExchangeProxy, the same on all supported chains. */
const EXCHANGE = parseAddress('0x6352a56caadc4f1e25cd6c75970fa768a3304e64');

const SLUGS: Readonly<Record<number, string>> = {
  1: 'eth',
  10: 'optimism',
  56: 'bsc',
  100: 'xdai',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avax',
};

export const openoceanTraits: ProviderTraits = {
  name: 'openocean',
  title: 'OpenOcean',
  kinds: ['swap'],
  chains: Object.keys(SLUGS).map(Number),
  key: 'optional',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [EXCHANGE] },
  spenders: { everywhere: [EXCHANGE] },
};

/** Gas price in gwei that is sent with each request. The API uses it to compare routes. */
const GAS_PRICE_GWEI = 3;
const MOST_SLIPPAGE_BPS = 5_000;

/** Schema of a reply. The HTTP status is always 200; the field `code` reports whether the request succeeded. */
const replySchema = v.object({ code: wireInteger, data: v.optional(verbatim) });
const swapSchema = v.object({
  inToken: maybe(v.object({ address: wireAddress })),
  outToken: maybe(v.object({ address: wireAddress })),
  inAmount: wirePositiveAmount,
  outAmount: wirePositiveAmount,
  minOutAmount: wirePositiveAmount,
  estimatedGas: shownInteger,
  to: wireAddress,
  data: wireCalldata,
  value: maybe(wireAmount),
});

/**
 * Creates the provider for OpenOcean v3 (`GET /{chain}/swap_quote`). In its API, amounts are in whole tokens, slippage is in percent, the
 * gas price is in gwei, and the native asset is the address `0xeeee...`.
 */
export function createOpenoceanProvider(deps: { http: ProviderHttp }): QuoteProvider {
  return {
    traits: openoceanTraits,
    supports: (request) => isWithinTraits(openoceanTraits, request) && request.slippageBps <= MOST_SLIPPAGE_BPS,

    async quote({ from, to, amountIn, slippageBps, recipient }, signal) {
      const { data: reply } = await deps.http.call({
        method: 'GET',
        path: `/${SLUGS[from.chainId]}/swap_quote`,
        query: {
          inTokenAddress: withSentinel(from.address),
          outTokenAddress: withSentinel(to.address),
          amount: formatAmount(amountIn, from.decimals),
          gasPrice: GAS_PRICE_GWEI,
          slippage: decimalTextOf(slippageBps / 100),
          // The API's `account` parameter is the recipient of the output. The input is taken from the caller of the contract.
          account: recipient,
        },
        reply: replySchema,
        signal,
      });
      if (reply.code !== 200) throw new ProviderFailure('rejected', `openocean refused the request with code ${reply.code}.`);
      const swap = parseReply('openocean', swapSchema, reply.data);
      const value = isNative(from.address) ? amountIn : 0n;
      requireAnswer(
        'openocean',
        (swap.inToken === null || isSameToken(swap.inToken.address, from.address)) &&
          (swap.outToken === null || isSameToken(swap.outToken.address, to.address)) &&
          swap.inAmount === amountIn &&
          (swap.value ?? 0n) === value,
      );
      return {
        amountOut: swap.outAmount,
        amountOutMin: swap.minOutAmount,
        target: swap.to,
        spender: isNative(from.address) ? null : swap.to,
        gas: swap.estimatedGas,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: swap.outToken === null ? [OUTPUT_NOT_CONFIRMED] : [],
        state: { data: swap.data, value: value.toString() },
      };
    },

    build: async (_request, quote) => buildQuotedCall('openocean', quote),

    status: null,
  };
}
