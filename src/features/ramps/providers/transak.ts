import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { maybe, shownText, verbatim, wireText, wireTimeMs } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import { compareDecimals } from '../../../values/exact-decimals.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';
import { checkoutUrl } from '../checkout-url.ts';
import { limitsFor } from '../limits-for.ts';
import { statusOf } from '../provider-words.ts';
import { amountRefused, notOffered, requireSame, webhookNotGenuine } from '../ramp-failures.ts';
import type { CheckoutRequest, OfferRequest, RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, objectIn } from '../webhook-reading.ts';
import { listOf, wireMoney } from '../wire-money.ts';
import { coinsSchema, fiatsSchema, transakCoins, transakFiats } from './transak-catalogue.ts';
import type { FreshToken, TransakTokens } from './transak-token.ts';
import { verifiedClaims } from './transak-webhook.ts';

const NAME = 'transak';

export type TransakKeys = { readonly apiKey: string; readonly apiSecret: string; readonly referrer: string };

export const transakTraits: RampTraits = {
  name: NAME,
  title: 'Transak',
  amounts: { buy: ['fiat', 'crypto'], sell: ['crypto'] },
  findsBy: ['order-id'],
  networks: {
    ...{ ethereum: 1, mainnet: 1, optimism: 10, bsc: 56, polygon: 137, base: 8453, arbitrum: 42161, avaxcchain: 43114, linea: 59144 },
    ...{ solana: SOLANA_CHAIN_ID, tron: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ AWAITING_PAYMENT_FROM_USER: 'awaiting-payment', PAYMENT_DONE_MARKED_BY_USER: 'paying', PROCESSING: 'paid' },
  ...{ PENDING_DELIVERY_FROM_TRANSAK: 'delivering', ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'on-hold', COMPLETED: 'completed' },
  ...{ CANCELLED: 'cancelled', FAILED: 'failed', REFUNDED: 'refunded', EXPIRED: 'expired' },
};

const text = wireText;
const quoteSchema = v.object({
  response: v.object({
    quoteId: maybe(text),
    fiatCurrency: text,
    cryptoCurrency: text,
    network: maybe(text),
    paymentMethod: maybe(text),
    fiatAmount: wireMoney,
    cryptoAmount: wireMoney,
    feeBreakdown: listOf(v.object({ name: shownText, id: shownText, value: wireMoney })),
  }),
});
const orderSchema = v.object({
  id: text,
  partnerOrderId: maybe(text),
  status: text,
  isBuyOrSell: maybe(text),
  fiatCurrency: maybe(text),
  fiatAmount: maybe(wireMoney),
  cryptoCurrency: maybe(text),
  cryptoAmount: maybe(wireMoney),
  network: maybe(text),
  walletAddress: maybe(text),
  transactionHash: maybe(text),
  statusReason: shownText,
});
const orderReply = v.object({ data: orderSchema });
const hookSchema = v.object({ id: text, partnerOrderId: maybe(text), status: maybe(text), isBuyOrSell: maybe(text) });
const tokenReply = v.object({ data: v.object({ accessToken: v.pipe(text, v.minLength(8)), expiresAt: wireTimeMs }) });
const sessionReply = v.object({ data: v.object({ widgetUrl: text }) });
const refusalSchema = v.object({ error: v.object({ message: shownText }) });

/** A session's page can be opened for five minutes, once. */
const SESSION_MS = 5 * 60_000;

/** Asks for a new access token. The old one is then no longer valid. */
export function refreshTransakToken(http: ProviderHttp, { apiKey, apiSecret }: TransakKeys) {
  return async (signal: AbortSignal): Promise<FreshToken> => {
    const headers = { 'api-secret': apiSecret };
    const call = { method: 'POST' as const, path: '/partners/api/v2/refresh-token', headers, body: { apiKey }, reply: tokenReply, signal };
    const { accessToken, expiresAt } = (await http.call(call)).data.data;
    return { accessToken, expiresAtMs: expiresAt };
  };
}

/** Transak: public quotes, and sessions and orders behind a token that all nodes share. */
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
      if (side === 'sell' && amountOf === 'fiat') throw notOffered(NAME, 'A sale is offered only by the amount of crypto.');
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

    async readWebhook({ body }) {
      const { data } = objectIn(NAME, bodyTextOf(NAME, body));
      const claims = typeof data === 'string' ? verifiedClaims(data, await tokens.verifying()) : null;
      if (claims === null) throw webhookNotGenuine(NAME);
      const { webhookData, eventID } = objectIn(NAME, claims);
      const { id, partnerOrderId, status, isBuyOrSell } = parseReply(NAME, hookSchema, webhookData);
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

function widgetParams({ side, fiat, coin, method, terms, redirectUrl }: CheckoutRequest, { apiKey, referrer }: TransakKeys) {
  return {
    ...{ apiKey, referrerDomain: referrer, productsAvailed: side === 'buy' ? 'BUY' : 'SELL', fiatCurrency: fiat.code },
    ...{ cryptoCurrencyCode: coin.code, network: coin.network, partnerOrderId: terms.reference },
    [terms.amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: terms.amount,
    ...(side === 'buy' ? { walletAddress: terms.wallet, disableWalletAddressForm: true } : {}),
    ...(method === null ? {} : { paymentMethod: method.code }),
    ...(redirectUrl === null ? {} : { redirectURL: redirectUrl }),
  };
}

function isFor(reply: v.InferOutput<typeof quoteSchema>['response'], { coin, fiat, amount, amountOf, method }: OfferRequest): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  const echoed = amountOf === 'fiat' ? reply.fiatAmount : reply.cryptoAmount;
  const received = amountOf === 'fiat' ? reply.cryptoAmount : reply.fiatAmount;
  return (
    isSame(reply.fiatCurrency, fiat.code) &&
    isSame(reply.cryptoCurrency, coin.code) &&
    isSame(reply.network, coin.network) &&
    (method === null || isSame(reply.paymentMethod, method.code)) &&
    compareDecimals(echoed, amount) === 0 &&
    compareDecimals(received, '0') > 0
  );
}

function refusalOf(body: unknown, request: OfferRequest): ProviderFailure | null {
  const read = v.safeParse(refusalSchema, body);
  const said = (read.success ? read.output.error.message : null)?.toLowerCase() ?? '';
  if (/minimum|maximum|limit|less than|greater than|exceed/.test(said)) return amountRefused(NAME, limitsFor(request));
  if (/not support|not available|unsupported|invalid|not allowed|country/.test(said))
    return notOffered(NAME, 'It does not offer this pair, country or payment method.');
  return null;
}
