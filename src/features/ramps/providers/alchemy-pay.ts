import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { verbatim } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import { rampTitles } from '../../../values/ramp-names.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { statusOf } from '../provider-words.ts';
import { notOffered, requireSame, webhookNotGenuine } from '../ramp-failures.ts';
import type { CheckoutRequest, RampLimits, RampProvider, RampTraits, SignedPage } from '../ramp-provider.ts';
import { eventIdOf, isSameSecret, membersIn } from '../webhook-reading.ts';
import { listOf } from '../wire-money.ts';
import { coinOf, coinRow, fiatRow, fiatsOf } from './alchemy-pay-catalogue.ts';
import {
  boughtOf,
  envelope,
  isFor,
  NAME,
  orderSchema,
  quoteSchema,
  refusalOf,
  STATUSES,
  soldOf,
  webhookSchema,
} from './alchemy-pay-replies.ts';
import { type AlchemyPayKeys, alchemyPayPage, alchemyPaySign, alchemyPaySorted } from './alchemy-pay-signature.ts';
import { alchemyPayWebhook } from './alchemy-pay-webhook.ts';

export const alchemyPayTraits: RampTraits = {
  name: NAME,
  title: rampTitles[NAME],
  amounts: { buy: ['fiat'], sell: ['crypto'] },
  findsBy: ['reference', 'order-id'],
  asksBySide: true,
  networks: {
    ...{ eth: 1, op: 10, optimism: 10, bsc: 56, matic: 137, polygon: 137, base: 8453, arbitrum: 42161, avax: 43114 },
    ...{ sol: SOLANA_CHAIN_ID, trx: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  // The provider repeats a webhook until it receives exactly this text.
  acknowledgement: { body: 'success', contentType: 'text/plain;charset=utf-8' },
};

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly query?: Record<string, string>; readonly body?: unknown };

/** The adapter for Alchemy Pay, which has signed JSON requests and a signed checkout page. */
export function createAlchemyPay(deps: {
  readonly http: ProviderHttp;
  readonly keys: AlchemyPayKeys;
  readonly clock: Clock;
  readonly pageUrl: string;
}): RampProvider {
  const { http, keys, clock, pageUrl } = deps;

  const ask = async <Schema extends v.GenericSchema>(call: Call, schema: Schema, limits: RampLimits | null, signal: AbortSignal) => {
    const body = call.body === undefined ? {} : { body: alchemyPaySorted(call.body) };
    const { data: reply } = await http.call({ ...call, ...body, reply: envelope, signal });
    if (Number(reply.returnCode) !== 0) throw refusalOf(reply.returnCode, reply.returnMsg, limits);
    return parseReply(NAME, schema, reply.data);
  };

  const signPage = (side: RampSide, params: Readonly<Record<string, string>>): SignedPage => {
    const page = { url: pageUrl.replace(/\/+$/, ''), path: side === 'buy' ? '/index/rampPageBuy' : '/index/rampPageSell' };
    const timestamp = String(clock.now());
    // The provider requires the parameter `type` on the checkout page of a sale.
    const all = side === 'buy' ? params : { ...params, type: 'sell' };
    return { appId: keys.appId, timestamp, ...alchemyPayPage(page, keys, all, timestamp) };
  };

  return {
    traits: alchemyPayTraits,
    exchange: null,
    signPage,
    registerWebhook: null,

    async catalogue(signal) {
      const list = (path: string, query: Record<string, string>) => ({ method: 'GET' as const, path, query });
      const [buys, sells, coins] = await Promise.all([
        ask(list(FIATS, { type: 'BUY' }), listOf(fiatRow), null, signal),
        ask(list(FIATS, { type: 'SELL' }), listOf(fiatRow), null, signal),
        ask(list('/open/api/v4/merchant/crypto/list', {}), listOf(coinRow), null, signal),
      ]);
      return { coins: coins.map(coinOf), fiats: fiatsOf(buys, sells) };
    },

    async offer(request, signal) {
      const { side, fiat, coin, amount, amountOf, method } = request;
      const given = side === 'buy' ? 'fiat' : 'crypto';
      if (amountOf !== given)
        throw notOffered(NAME, `For a ${side === 'buy' ? 'purchase' : 'sale'}, the provider accepts only the amount that is paid.`);
      const body = {
        ...{ crypto: coin.code, network: coin.network, fiat: fiat.code, amount, side: side === 'buy' ? 'BUY' : 'SELL' },
        ...(method === null ? {} : { payWayCode: method.code }),
      };
      const call = { method: 'POST' as const, path: '/open/api/v4/merchant/order/quote', body };
      const data = await ask(call, quoteSchema, method?.limits ?? null, signal);
      requireSame(NAME, isFor(data, request));
      const { fiatAmount, cryptoAmount } = side === 'buy' ? boughtOf(data, amount) : soldOf(data, amount);
      return {
        ...{ fiatAmount, cryptoAmount },
        fees: [
          ...(data.rampFee === null ? [] : [{ name: 'Ramp fee', amount: data.rampFee, currency: fiat.code }]),
          ...(data.networkFee === null ? [] : [{ name: 'Network fee', amount: data.networkFee, currency: fiat.code }]),
        ],
        method: method === null ? null : { code: method.code, name: method.name, kind: method.kind },
        deliverySeconds: null,
        expiresAtMs: null,
        quoteId: null,
      };
    },

    async checkout(request) {
      const { side, country, terms } = request;
      if (side === 'sell' && terms.amountOf === 'fiat')
        throw notOffered(NAME, 'For a sale, the provider accepts only the amount that is paid.');
      if (side === 'sell' && country === null)
        throw notOffered(NAME, 'For a sale, the provider needs the country of the bank account. Send `country`.');
      return { url: signPage(request.side, pageParams(request)).url, orderId: null, expiresAtMs: null };
    },

    async order({ reference, orderId, side }, signal) {
      const id = orderId === null ? { merchantOrderNo: reference ?? '' } : { orderNo: orderId };
      const query = { ...id, side: side === 'buy' ? 'BUY' : 'SELL' };
      try {
        const found = await ask({ method: 'GET', path: TRADE, query }, v.nullable(orderSchema), null, signal);
        if (found === null) return null;
        const { status, orderStatus, merchantOrderNo, orderNo, txHash, refundAmount, message, address, fiat, crypto, network } = found;
        requireSame(NAME, orderId === null ? merchantOrderNo === reference : orderNo === orderId);
        const word = orderStatus ?? status ?? '';
        return {
          ...{ orderId: orderNo, reference: merchantOrderNo, status: statusOf(STATUSES, word), providerStatus: word, side },
          ...{ fiat, fiatAmount: found.amount, crypto, network, cryptoAmount: found.cryptoQuantity, destination: address },
          ...{ transactionHash: txHash, refundedAmount: refundAmount, message },
        };
      } catch (error) {
        if (error instanceof ProviderFailure && error.reason === 'no-route') return null;
        throw error;
      }
    },

    async readWebhook(delivery) {
      const { newSignature, signed, ...request } = alchemyPayWebhook(delivery);
      const { timestamp } = request;
      const expected = alchemyPaySign(keys.apiSecret, request);
      const isSigned = typeof newSignature === 'string' && /^[0-9]{13}$/.test(timestamp) && isSameSecret(newSignature, expected);
      if (!isSigned || signed.appId !== keys.appId) throw webhookNotGenuine(NAME);
      const { orderNo, merchantOrderNo, status, side } = membersIn(NAME, webhookSchema, signed);
      return {
        ...{ orderId: orderNo, reference: merchantOrderNo, providerStatus: status, isProved: true },
        side: side === null ? null : side.toUpperCase() === 'SELL' ? 'sell' : 'buy',
        eventId: eventIdOf(orderNo, merchantOrderNo, status),
      };
    },

    async check(signal) {
      await ask({ method: 'GET', path: FIATS, query: { type: 'BUY' } }, verbatim, null, signal);
    },
  };
}

const FIATS = '/open/api/v4/merchant/fiat/list';

const TRADE = '/open/api/v4/merchant/query/trade';

/** Returns the parameters of the provider's checkout page for a request. */
export function pageParams({ side, coin, fiat, country, method, terms, redirectUrl, webhookUrl }: CheckoutRequest): Record<string, string> {
  return {
    ...{ crypto: coin.code, network: coin.network, fiat: fiat.code, address: terms.wallet, merchantOrderNo: terms.reference },
    ...{ showTable: side, [terms.amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: terms.amount },
    ...(country === null ? {} : { country }),
    ...(method === null ? {} : { payWayCode: method.code }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
    ...(webhookUrl === null ? {} : { callbackUrl: webhookUrl }),
  };
}
