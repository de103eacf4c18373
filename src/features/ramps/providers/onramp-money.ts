import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { verbatim } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import { isExactObject } from '../../../values/exact-json.ts';
import { rampTitles } from '../../../values/ramp-names.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { DAY_MS } from '../../../values/utc-day.ts';
import { limitsFor, withMinimum } from '../limits-for.ts';
import { amountRefused, notOffered, requireSame, webhookNotGenuine } from '../ramp-failures.ts';
import type { CheckoutRequest, OfferRequest, RampLimits, RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, objectIn } from '../webhook-reading.ts';
import { listOf } from '../wire-money.ts';
import {
  allConfigSchema,
  coinLimitsSchema,
  countriesSchema,
  limitsSchema,
  mappingSchema,
  methodTypesSchema,
  onrampMoneyCoins,
  onrampMoneyFiats,
} from './onramp-money-catalogue.ts';
import {
  envelope,
  feesOf,
  hookSchema,
  jsonNumber,
  NAME,
  orderNumber,
  orderSchema,
  quoteSchema,
  refusalOf,
  reportOf,
} from './onramp-money-replies.ts';
import { isOnrampMoneySigned, type OnrampMoneyKeys } from './onramp-money-signature.ts';

export const onrampMoneyTraits: RampTraits = {
  name: NAME,
  title: rampTitles[NAME],
  amounts: { buy: ['fiat'], sell: ['crypto'] },
  findsBy: ['order-id', 'reference'],
  asksBySide: true,
  networks: {
    ...{ erc20: 1, bep20: 56, matic20: 137, base: 8453, arbitrum: 42161, optimism: 10, avaxc: 43114 },
    ...{ spl: SOLANA_CHAIN_ID, trc20: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

const BUY_API = '/onramp/api/v2/common/transaction';

const PUBLIC_API = '/onramp/api/v2/common/public';

/**
 * How far the provider's list of orders is searched for a reference: the number of past days, the maximum number of pages, and the number
 * of orders per page.
 */
const HISTORY = { days: 31, pages: 4, pageSize: 500 };

const NO_LIMITS: v.InferOutput<typeof coinLimitsSchema> = {};

/**
 * Creates the adapter for Onramp.money, which has signed POST requests, numbered currencies and statuses, and a checkout page that is not
 * signed.
 */
export function createOnrampMoney(deps: {
  readonly http: ProviderHttp;
  readonly keys: OnrampMoneyKeys;
  readonly clock: Clock;
  readonly pageUrl: string;
}): RampProvider {
  const { http, keys, clock, pageUrl } = deps;
  type Call<Schema> = { readonly path: string; readonly body?: unknown; readonly reply: Schema };
  const ask = async <Schema extends v.GenericSchema>({ path, body, reply }: Call<Schema>, signal: AbortSignal) => {
    const refusal = (_status: number, refused: unknown) => refusalOf(refused);
    const request = body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body };
    const { data } = await http.call({ ...request, path, reply: verbatim, refusal, signal });
    const wrapped = parseReply(NAME, envelope, data);
    // The provider also reports failures with the HTTP status 200.
    if (wrapped.status !== '1') throw refusalOf(data) ?? new ProviderFailure('rejected', `${NAME} refused the request.`);
    return parseReply(NAME, reply, wrapped.data);
  };

  /**
   * Returns the provider's limits for a request. The catalogue contains the limits of the currency. The minimum of a coin on a network
   * needs a request for each currency, so it is requested only when an amount was refused.
   */
  const limitsOf = async (request: OfferRequest, signal: AbortSignal): Promise<RampLimits | null> => {
    const known = limitsFor(request);
    const { side, fiat, coin } = request;
    const { coinId, chainId } = coin.ids;
    if (side !== 'buy' || fiat.id === null || typeof coinId !== 'string' || typeof chainId !== 'string') return known;
    const body = { fiatType: jsonNumber(fiat.id) };
    const limits = await ask({ path: `${BUY_API}/allCoinLimits`, body, reply: coinLimitsSchema }, signal).catch((error: unknown) => {
      if (error instanceof ProviderFailure) return NO_LIMITS;
      throw error;
    });
    const min = limits[coinId]?.[chainId];
    return min === undefined ? known : withMinimum(known, min, fiat.code);
  };

  const search = async (reference: string, side: RampSide, signal: AbortSignal) => {
    const since = new Date(clock.now() - HISTORY.days * DAY_MS).toISOString();
    for (let page = 1; page <= HISTORY.pages; page += 1) {
      const body = { page, pageSize: HISTORY.pageSize, since, order: 'DESC', type: typeOf(side) };
      const orders = await ask({ path: '/onramp/api/v1/transaction/merchantHistory', body, reply: listOf(orderSchema) }, signal);
      const found = orders.find(({ merchantRecognitionId }) => merchantRecognitionId === reference);
      if (found !== undefined) return found;
      if (orders.length < HISTORY.pageSize) return null;
    }
    return null;
  };

  return {
    traits: onrampMoneyTraits,
    exchange: null,
    signPage: null,

    async catalogue(signal) {
      const [config, mapping, methodTypes, countries, limits] = await Promise.all([
        ask({ path: '/onramp/api/v2/sell/public/allConfig', reply: allConfigSchema }, signal),
        ask({ path: `${BUY_API}/allConfigMapping`, body: {}, reply: mappingSchema }, signal),
        ask({ path: `${PUBLIC_API}/fetchPaymentMethodType`, reply: methodTypesSchema }, signal),
        ask({ path: `${PUBLIC_API}/fetchAllCountryConfig`, reply: countriesSchema }, signal),
        ask({ path: `${BUY_API}/limits`, body: { type: 3 }, reply: limitsSchema }, signal),
      ]);
      return { coins: onrampMoneyCoins(config), fiats: onrampMoneyFiats({ mapping, methodTypes, countries, limits }) };
    },

    async offer(request, signal) {
      const { side, fiat, coin, amount, amountOf, method } = request;
      if (amountOf !== (side === 'buy' ? 'fiat' : 'crypto'))
        throw notOffered(NAME, `For a ${side === 'buy' ? 'purchase' : 'sale'}, the provider accepts only the amount that is paid.`);
      const asked = side === 'buy' ? { fiatAmount: jsonNumber(amount) } : { quantity: jsonNumber(amount) };
      const body = { coinCode: coin.code, network: coin.network, ...asked, fiatType: jsonNumber(fiat.id ?? ''), type: typeOf(side) };
      const data = await ask({ path: `${BUY_API}/quotes`, body, reply: quoteSchema }, signal).catch(async (error: unknown) => {
        const isAmount = error instanceof ProviderFailure && error.reason === 'amount-out-of-range';
        throw isAmount ? amountRefused(NAME, await limitsOf(request, signal)) : error;
      });
      const received = side === 'buy' ? data.quantity : data.fiatAmount;
      if (received === null || received === '0')
        throw new ProviderFailure('malformed-reply', `${NAME} sent an offer without the amount that is received.`);
      return {
        fiatAmount: side === 'buy' ? amount : received,
        cryptoAmount: side === 'buy' ? received : amount,
        fees: feesOf(data, fiat.code),
        method: method === null ? null : { code: method.code, name: method.name, kind: method.kind },
        ...{ deliverySeconds: null, expiresAtMs: null, quoteId: null },
      };
    },

    async checkout(request) {
      const url = new URL(`${pageUrl.replace(/\/+$/, '')}/main/${request.side === 'buy' ? 'buy' : 'sell'}/`);
      for (const [name, value] of Object.entries(pageParams(request, keys.appId))) url.searchParams.set(name, value);
      return { url: url.href, orderId: null, expiresAtMs: null };
    },

    async order({ orderId, reference, side }, signal) {
      const found =
        orderId !== null
          ? await ask(
              { path: `${BUY_API}/orderStatus`, body: { orderId: orderNumber(orderId), type: typeOf(side) }, reply: orderSchema },
              signal,
            ).catch((error: unknown) => (error instanceof ProviderFailure && error.reason === 'no-route' ? null : Promise.reject(error)))
          : reference === null
            ? null
            : await search(reference, side, signal);
      if (found === null) return null;
      requireSame(NAME, orderId === null || found.orderId === orderId);
      return reportOf(found, side);
    },

    async readWebhook({ headers, body }) {
      const payload = headers.get('x-onramp-payload') ?? '';
      const signature = headers.get('x-onramp-signature') ?? '';
      if (!isOnrampMoneySigned(keys.apiSecret, payload, signature)) throw webhookNotGenuine(NAME);
      const decoded = objectIn(NAME, bodyTextOf(NAME, Buffer.from(payload, 'base64')));
      const signed = v.safeParse(hookSchema, isExactObject(decoded.body) ? decoded.body : decoded);
      // The provider signs only the payload in the header, so this service checks that the body is about the same order.
      const sent = v.safeParse(hookSchema, objectIn(NAME, bodyTextOf(NAME, body)));
      if (!signed.success || !sent.success || signed.output.orderId !== sent.output.orderId) throw webhookNotGenuine(NAME);
      const { orderId, merchantRecognitionId, status, eventType } = signed.output;
      return {
        ...{ orderId, reference: merchantRecognitionId, side: eventType === 'offramp' ? 'sell' : 'buy', providerStatus: status },
        ...{ eventId: eventIdOf(orderId, status), isProved: true },
      };
    },

    async registerWebhook(url, signal) {
      await ask({ path: '/onramp/api/v1/merchant/setWebhookUrl', body: { webhookUrl: url }, reply: verbatim }, signal);
    },

    async check(signal) {
      await ask({ path: `${BUY_API}/limits`, body: { type: 1 }, reply: verbatim }, signal);
    },
  };
}

function pageParams({ side, coin, fiat, method, terms, redirectUrl }: CheckoutRequest, appId: string): Record<string, string> {
  const amount = terms.amountOf === 'fiat' ? { fiatAmount: terms.amount } : { coinAmount: terms.amount };
  return {
    ...{ appId, coinCode: coin.code, network: coin.network, fiatType: fiat.id ?? '', ...amount, merchantRecognitionId: terms.reference },
    ...(side === 'buy' ? { walletAddress: terms.wallet } : {}),
    ...(method === null ? {} : { paymentMethod: method.code }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
  };
}

function typeOf(side: RampSide): 1 | 2 {
  return side === 'buy' ? 1 : 2;
}
