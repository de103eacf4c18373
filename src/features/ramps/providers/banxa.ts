import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { verbatim } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import { rampTitles } from '../../../values/ramp-names.ts';
import { checkoutUrl } from '../checkout-url.ts';
import { statusOf } from '../provider-words.ts';
import { requireSame, webhookNotGenuine, webhookUnreadable } from '../ramp-failures.ts';
import type { OfferRequest, RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, objectIn } from '../webhook-reading.ts';
import { listOf } from '../wire-money.ts';
import { coinSchema, coinsOf, fiatSchema, fiatsOf, listed } from './banxa-catalogue.ts';
import {
  createdSchema,
  hookSchema,
  isFor,
  NAME,
  orderSchema,
  quoteSchema,
  refusalOf,
  STATUSES,
  sideOf,
  unwrapped,
} from './banxa-replies.ts';
import { chosen, orderOf } from './banxa-requests.ts';
import { type BanxaKeys, isBanxaSigned } from './banxa-signature.ts';

export const banxaTraits: RampTraits = {
  name: NAME,
  title: rampTitles[NAME],
  amounts: { buy: ['fiat', 'crypto'], sell: ['crypto', 'fiat'] },
  findsBy: ['order-id'],
  asksBySide: false,
  networks: {
    ...{ eth: 1, op: 10, optimism: 10, bsc: 56, bnb: 56, matic: 137, pol: 137, polygon: 137, base: 8453, arb: 42161, arbitrum: 42161 },
    ...{ 'avax-c': 43114, linea: 59144, sol: SOLANA_CHAIN_ID, tron: TRON_CHAIN_ID, trx: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

/** Creates the adapter for Banxa, which has a hosted checkout page (API v2). */
export function createBanxa({
  http,
  keys,
  replacedBy,
}: {
  readonly http: ProviderHttp;
  readonly keys: BanxaKeys;
  readonly replacedBy: string | undefined;
}): RampProvider {
  const base = `/${encodeURIComponent(keys.partner)}/v2`;
  type Call = { readonly path: string; readonly query?: Record<string, string>; readonly body?: unknown; readonly request?: OfferRequest };
  const ask = async ({ path, query, body, request }: Call, signal: AbortSignal) => {
    const refusal = (status: number, refused: unknown) => refusalOf(status, refused, request ?? null);
    const sent =
      body === undefined ? { method: 'GET' as const, ...(query === undefined ? {} : { query }) } : { method: 'POST' as const, body };
    return (await http.call({ ...sent, path: `${base}${path}`, reply: verbatim, refusal, signal })).data;
  };
  const list = async <Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal) =>
    parseReply(NAME, listOf(schema), parseReply(NAME, listed, await ask({ path }, signal)));

  return {
    traits: banxaTraits,
    exchange: null,
    signPage: null,
    registerWebhook: null,

    async catalogue(signal) {
      const [bought, sold, buys, sells] = await Promise.all([
        list('/crypto/buy', coinSchema, signal),
        list('/crypto/sell', coinSchema, signal),
        list('/fiats/buy', fiatSchema, signal),
        list('/fiats/sell', fiatSchema, signal),
      ]);
      return { coins: coinsOf(bought, sold), fiats: fiatsOf(buys, sells) };
    },

    async offer(request, signal) {
      const { side, fiat, coin, amount, amountOf } = request;
      const method = chosen(request);
      const query = {
        ...{ paymentMethodId: method.code, crypto: coin.code, blockchain: coin.network, fiat: fiat.code },
        [amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: amount,
      };
      const reply = await ask({ path: `/quotes/${side}`, query, request: { ...request, method } }, signal);
      const data = parseReply(NAME, quoteSchema, parseReply(NAME, unwrapped, reply));
      requireSame(NAME, isFor(data, { ...request, method }));
      return {
        ...{ fiatAmount: data.fiatAmount, cryptoAmount: data.cryptoAmount },
        fees: [
          ...(data.processingFee === null ? [] : [{ name: 'Processing fee', amount: data.processingFee, currency: fiat.code }]),
          ...(data.networkFee === null ? [] : [{ name: 'Network fee', amount: data.networkFee, currency: fiat.code }]),
        ],
        method: { code: method.code, name: method.name, kind: method.kind },
        ...{ deliverySeconds: null, expiresAtMs: null, quoteId: null },
      };
    },

    async checkout(request, signal) {
      const body = orderOf(request, keys);
      const reply = await ask({ path: `/${request.side}`, body }, signal);
      const { id, checkoutUrl: url } = parseReply(NAME, createdSchema, parseReply(NAME, unwrapped, reply));
      const page = checkoutUrl(NAME, url, { hosts: ['banxa.com', 'banxa-sandbox.com'], replacedBy: [replacedBy] });
      return { url: page, orderId: id, expiresAtMs: null };
    },

    async order({ orderId, side }, signal) {
      if (orderId === null) return null;
      const found = await ask({ path: `/orders/${encodeURIComponent(orderId)}` }, signal).catch((error: unknown) =>
        error instanceof ProviderFailure && error.reason === 'no-route' ? null : Promise.reject(error),
      );
      if (found === null) return null;
      const order = parseReply(NAME, orderSchema, parseReply(NAME, unwrapped, found));
      requireSame(NAME, order.id === orderId);
      const idOf = (value: string | { id: string } | null) => (value !== null && typeof value === 'object' ? value.id : value);
      return {
        ...{ orderId: order.id, reference: order.externalOrderId, providerStatus: order.status, status: statusOf(STATUSES, order.status) },
        side: order.orderType === null ? side : sideOf(order.orderType),
        ...{ fiat: order.fiat, fiatAmount: order.fiatAmount, crypto: idOf(order.crypto), network: idOf(order.blockchain) },
        ...{ cryptoAmount: order.cryptoAmount, destination: order.walletAddress, refundedAmount: null, message: null },
        // The provider sends 0 as the hash when there is no transaction.
        transactionHash: order.transactionHash === '0' ? null : order.transactionHash,
      };
    },

    async readWebhook({ headers, body, pathAndQuery }) {
      const said = bodyTextOf(NAME, body);
      const authorization = headers.get('authorization') ?? '';
      if (!isBanxaSigned(keys, authorization, { method: 'POST', path: pathAndQuery, body: said })) throw webhookNotGenuine(NAME);
      const read = v.safeParse(hookSchema, objectIn(NAME, said));
      if (!read.success) throw webhookUnreadable(NAME, 'a JSON object with `order_id`');
      const { order_id, external_id, status, order_type } = read.output;
      return {
        ...{ orderId: order_id, reference: external_id, providerStatus: status, isProved: true },
        side: order_type === null ? null : sideOf(order_type),
        eventId: eventIdOf(order_id, status),
      };
    },

    async check(signal) {
      await list('/payment-methods', v.unknown(), signal);
    },
  };
}
