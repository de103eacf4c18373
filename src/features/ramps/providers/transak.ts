import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import { verbatim } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import { rampTitles } from '../../../values/ramp-names.ts';
import { checkoutUrl } from '../checkout-url.ts';
import { statusOf } from '../provider-words.ts';
import { notOffered, requireSame, webhookNotGenuine } from '../ramp-failures.ts';
import type { RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, membersIn, objectIn } from '../webhook-reading.ts';
import { coinsSchema, fiatsSchema, transakCoins, transakFiats } from './transak-catalogue.ts';
import { hookSchema, isFor, NAME, orderReply, quoteSchema, refusalOf, STATUSES, sessionReply, tokenReply } from './transak-replies.ts';
import { type TransakKeys, widgetParams } from './transak-session.ts';
import type { FreshToken, TransakTokens } from './transak-token.ts';
import { verifiedClaims } from './transak-webhook.ts';

export const transakTraits: RampTraits = {
  name: NAME,
  title: rampTitles[NAME],
  amounts: { buy: ['fiat', 'crypto'], sell: ['crypto'] },
  findsBy: ['order-id'],
  asksBySide: false,
  networks: {
    ...{ ethereum: 1, mainnet: 1, optimism: 10, bsc: 56, polygon: 137, base: 8453, arbitrum: 42161, avaxcchain: 43114, linea: 59144 },
    ...{ solana: SOLANA_CHAIN_ID, tron: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

/** How long the checkout page of a session can be opened, in ms. Each page can be opened once. */
const SESSION_MS = 5 * 60_000;

/** Requests a new access token. The provider then invalidates the old one. */
export function refreshTransakToken(http: ProviderHttp, { apiKey, apiSecret }: TransakKeys) {
  return async (signal: AbortSignal): Promise<FreshToken> => {
    const headers = { 'api-secret': apiSecret };
    const call = { method: 'POST' as const, path: '/partners/api/v2/refresh-token', headers, body: { apiKey }, reply: tokenReply, signal };
    const { accessToken, expiresAt } = (await http.call(call)).data.data;
    return { accessToken, expiresAtMs: expiresAt };
  };
}

/** The adapter for Transak. Its quotes are public; sessions and orders need an access token, which all nodes share. */
export function createTransak(deps: {
  readonly http: ProviderHttp;
  readonly gateway: ProviderHttp;
  readonly keys: TransakKeys;
  readonly tokens: TransakTokens;
  readonly clock: Clock;
  readonly replacedBy: readonly (string | undefined)[];
}): RampProvider {
  const { http, gateway, keys, tokens, clock, replacedBy } = deps;

  /** Repeats a call once with a new token when the provider refuses the old one, which another node may have replaced. */
  const withToken = async <T>(signal: AbortSignal, work: (accessToken: string) => Promise<T>): Promise<T> => {
    const token = await tokens.current(null, signal);
    try {
      return await work(token);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.reason !== 'unauthorized') throw error;
      return await work(await tokens.current(token, signal));
    }
  };

  return {
    traits: transakTraits,
    exchange: null,
    signPage: null,
    registerWebhook: null,

    async catalogue(signal) {
      const [coins, fiats] = await Promise.all([
        http.call({ method: 'GET', path: '/cryptocoverage/api/v1/public/crypto-currencies', reply: coinsSchema, signal }),
        http.call({ method: 'GET', path: '/fiat/public/v1/currencies/fiat-currencies', reply: fiatsSchema, signal }),
      ]);
      return { coins: transakCoins(coins.data), fiats: transakFiats(fiats.data) };
    },

    async offer(request, signal) {
      const { side, fiat, coin, amount, amountOf, country, method } = request;
      if (side === 'sell' && amountOf === 'fiat') throw notOffered(NAME, 'For a sale, the provider accepts only the amount of crypto.');
      const query = {
        ...{ partnerApiKey: keys.apiKey, isBuyOrSell: side === 'buy' ? 'BUY' : 'SELL' },
        ...{ fiatCurrency: fiat.code, cryptoCurrency: coin.code, network: coin.network },
        [amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: amount,
        ...(method === null ? {} : { paymentMethod: method.code }),
        ...(country === null ? {} : { quoteCountryCode: country }),
      };
      const refusal = (_status: number, body: unknown) => refusalOf(body, request);
      const call = { method: 'GET' as const, path: '/api/v1/pricing/public/quotes', query, reply: quoteSchema, refusal, signal };
      const { response } = (await http.call(call)).data;
      requireSame(NAME, isFor(response, request));
      return {
        ...{ fiatAmount: response.fiatAmount, cryptoAmount: response.cryptoAmount },
        fees: response.feeBreakdown.map(({ name, id, value }) => ({ name: name ?? id ?? 'Fee', amount: value, currency: fiat.code })),
        method: method === null ? null : { code: method.code, name: method.name, kind: method.kind },
        ...{ deliverySeconds: null, expiresAtMs: null, quoteId: response.quoteId },
      };
    },

    async checkout(request, signal) {
      const body = { widgetParams: widgetParams(request, keys) };
      const widgetUrl = await withToken(signal, async (token) => {
        const headers = { 'access-token': token };
        return (await gateway.call({ method: 'POST', path: '/api/v2/auth/session', headers, body, reply: sessionReply, signal })).data.data
          .widgetUrl;
      });
      return {
        url: checkoutUrl(NAME, widgetUrl, { hosts: ['transak.com'], replacedBy }),
        orderId: null,
        expiresAtMs: clock.now() + SESSION_MS,
      };
    },

    async order({ orderId, side }, signal) {
      if (orderId === null) return null;
      const path = `/partners/api/v2/order/${encodeURIComponent(orderId)}`;
      const refusal = (status: number) => (status === 404 ? new ProviderFailure('no-route', `${NAME} does not know this order.`) : null);
      const found = await withToken(signal, (token) =>
        http.call({ method: 'GET', path, headers: { 'access-token': token }, reply: orderReply, refusal, signal }),
      ).catch((error: unknown) => (error instanceof ProviderFailure && error.reason === 'no-route' ? null : Promise.reject(error)));
      if (found === null) return null;
      const order = found.data.data;
      requireSame(NAME, order.id === orderId);
      return {
        ...{ orderId: order.id, reference: order.partnerOrderId, providerStatus: order.status, status: statusOf(STATUSES, order.status) },
        side: order.isBuyOrSell === null ? side : order.isBuyOrSell.toUpperCase() === 'SELL' ? 'sell' : 'buy',
        ...{ fiat: order.fiatCurrency, fiatAmount: order.fiatAmount, crypto: order.cryptoCurrency, network: order.network },
        ...{ cryptoAmount: order.cryptoAmount, destination: order.walletAddress, transactionHash: order.transactionHash },
        ...{ refundedAmount: null, message: order.statusReason },
      };
    },

    async readWebhook({ body }, signal) {
      const { data } = objectIn(NAME, bodyTextOf(NAME, body));
      const claims = typeof data === 'string' ? verifiedClaims(data, await tokens.verifying(signal)) : null;
      if (claims === null) throw webhookNotGenuine(NAME);
      const { webhookData, eventID } = objectIn(NAME, claims);
      const { id, partnerOrderId, status, isBuyOrSell } = membersIn(NAME, hookSchema, webhookData);
      return {
        ...{ orderId: id, reference: partnerOrderId, providerStatus: status, isProved: true },
        side: isBuyOrSell === null ? null : isBuyOrSell.toUpperCase() === 'SELL' ? 'sell' : 'buy',
        eventId: eventIdOf(id, status, typeof eventID === 'string' ? eventID : null),
      };
    },

    async check(signal) {
      await withToken(signal, (token) =>
        http.call({ method: 'GET', path: '/partners/api/v2/orders', headers: { 'access-token': token }, reply: verbatim, signal }),
      );
    },
  };
}
