import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  shownDecimal,
  shownInteger,
  shownText,
  verbatimObject,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wirePositiveAmount,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { exactJsonText, parseExactJson } from '../../../values/exact-json.ts';
import { isNative } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract Augustus v6.2, which is the same on all supported chains. Trades call this contract, and wallets approve it. */
const AUGUSTUS = parseAddress('0x6a000f20005980200259b80c5102003040001068');

export const veloraTraits: ProviderTraits = {
  name: 'velora',
  title: 'Velora (ParaSwap)',
  kinds: ['swap'],
  chains: [1, 10, 56, 100, 137, 8453, 42161, 43114],
  key: 'none',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [AUGUSTUS] },
  spenders: { everywhere: [AUGUSTUS] },
};

const API_VERSION = '6.2';
/** The partner name that is sent to Velora for its statistics. No partner fee is charged. */
const PARTNER = 'coxswain';

const routeSchema = v.object({
  network: wireChainId,
  srcToken: wireAddress,
  srcAmount: wirePositiveAmount,
  destToken: wireAddress,
  destAmount: wirePositiveAmount,
  tokenTransferProxy: wireAddress,
  contractAddress: wireAddress,
  gasCost: shownInteger,
  gasCostUSD: shownDecimal,
  destUSD: shownDecimal,
});
const pricesSchema = v.object({ priceRoute: verbatimObject });
const transactionSchema = v.object({ to: wireAddress, value: wireAmount, data: wireCalldata, chainId: wireChainId });
const refusalSchema = v.object({ error: shownText });

/**
 * Creates the provider for Velora Market API v6.2: `GET /prices`, then `POST /transactions/{network}` with the unchanged (signed) route.
 * Slippage is in basis points.
 */
export function createVeloraProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: veloraTraits,
    supports: (request) => isWithinTraits(veloraTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender }, signal) {
      const { data } = await http.call({
        method: 'GET',
        path: '/prices',
        query: {
          srcToken: withSentinel(from.address),
          destToken: withSentinel(to.address),
          amount: amountIn.toString(),
          srcDecimals: from.decimals,
          destDecimals: to.decimals,
          side: 'SELL',
          network: from.chainId,
          userAddress: sender,
          partner: PARTNER,
          version: API_VERSION,
        },
        reply: pricesSchema,
        refusal,
        signal,
      });
      const route = parseReply('velora', routeSchema, data.priceRoute);
      requireAnswer(
        'velora',
        route.network === from.chainId &&
          isSameToken(route.srcToken, from.address) &&
          isSameToken(route.destToken, to.address) &&
          route.srcAmount === amountIn,
      );
      return {
        amountOut: route.destAmount,
        amountOutMin: minOutputAt(route.destAmount, slippageBps),
        target: route.contractAddress,
        spender: isNative(from.address) ? null : route.tokenTransferProxy,
        gas: route.gasCost,
        gasUsd: route.gasCostUSD,
        fees: [],
        usdAmount: route.destUSD,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: [],
        state: exactJsonText(data.priceRoute),
      };
    },

    async build({ from, to, amountIn, slippageBps, sender, recipient }, quote, signal) {
      const { data: transaction } = await http.call({
        method: 'POST',
        path: `/transactions/${from.chainId}`,
        // Velora's checks of balance and allowance are turned off. They would fail, because the sender holds the input only during the
        // transaction.
        query: { ignoreChecks: true },
        body: {
          srcToken: withSentinel(from.address),
          srcDecimals: from.decimals,
          destToken: withSentinel(to.address),
          destDecimals: to.decimals,
          srcAmount: amountIn.toString(),
          slippage: slippageBps,
          userAddress: sender,
          receiver: recipient,
          partner: PARTNER,
          priceRoute: parseExactJson(parseReply('velora', v.string(), quote.state)),
        },
        reply: transactionSchema,
        refusal,
        signal,
      });
      const { data, value, chainId } = transaction;
      const isAsked = chainId === from.chainId && transaction.to === quote.target && value === (isNative(from.address) ? amountIn : 0n);
      requireAnswer('velora', isAsked);
      const { amountOut, amountOutMin, spender } = quote;
      return { kind: 'transaction', to: transaction.to, data, value, spender, amountOut, amountOutMin, expiresAtMs: null, reference: {} };
    },

    status: null,
  };
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const isNoRoute = parsed.success && /^(?:No routes found|Unable to process price)/i.test(parsed.output.error ?? '');
  return isNoRoute ? new ProviderFailure('no-route', 'velora has no route for this trade.') : null;
}
