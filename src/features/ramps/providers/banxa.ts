import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { maybe, shownText, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import { compareDecimals } from '../../../values/exact-decimals.ts';
import { isExactObject } from '../../../values/exact-json.ts';
import type { RampSide, RampStatus } from '../../../values/ramp-status.ts';
import { checkoutUrl } from '../checkout-url.ts';
import { limitsFor } from '../limits-for.ts';
import { methodKindOf, statusOf } from '../provider-words.ts';
import { amountRefused, notOffered, requireSame, webhookNotGenuine, webhookUnreadable } from '../ramp-failures.ts';
import type { CheckoutRequest, ListedCoin, OfferRequest, RampFiat, RampMethod, RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, objectIn } from '../webhook-reading.ts';
import { listOf, wireMoney } from '../wire-money.ts';
import { type BanxaKeys, banxaCustomer, isBanxaSigned } from './banxa-signature.ts';

const NAME = 'banxa';

export const banxaTraits: RampTraits = {
  name: NAME,
  title: 'Banxa',
  amounts: { buy: ['fiat', 'crypto'], sell: ['crypto', 'fiat'] },
  findsBy: ['order-id'],
  networks: {
    ...{ eth: 1, op: 10, optimism: 10, bsc: 56, bnb: 56, matic: 137, pol: 137, polygon: 137, base: 8453, arb: 42161, arbitrum: 42161 },
    ...{ 'avax-c': 43114, linea: 59144, sol: SOLANA_CHAIN_ID, tron: TRON_CHAIN_ID, trx: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ pendingPayment: 'awaiting-payment', waitingPayment: 'awaiting-payment', paymentReceived: 'paid', inProgress: 'paid' },
  ...{ cryptoTransferred: 'delivering', coinTransferred: 'delivering', extraVerification: 'on-hold', complete: 'completed' },
  ...{ cancelled: 'cancelled', declined: 'failed', expired: 'expired', refunded: 'refunded' },
};

const text = wireText;
/** The reply itself, or its member `data`: both were seen. */
const unwrapped = v.pipe(
  verbatim,
  v.transform((value): unknown => (isExactObject(value) && isExactObject(value.data) ? value.data : value)),
);
const listed = v.pipe(
  verbatim,
  v.transform((value): unknown => (isExactObject(value) && Array.isArray(value.data) ? value.data : value)),
  v.array(v.unknown()),
);
const quoteSchema = v.object({
  paymentMethodId: maybe(text),
  crypto: maybe(text),
  blockchain: maybe(text),
  fiat: maybe(text),
  cryptoAmount: wireMoney,
  fiatAmount: wireMoney,
  processingFee: maybe(wireMoney),
  networkFee: maybe(wireMoney),
});
/** A map by country code; the provider sends an empty one as an array. */
const countryMap = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => (Array.isArray(value) ? value.map(String) : isExactObject(value) ? Object.keys(value) : [])),
);
const coinSchema = v.object({
  id: text,
  description: shownText,
  blockchains: listOf(v.object({ id: text, address: maybe(text), unsupportedCountries: countryMap })),
});
const fiatSchema = v.object({
  id: text,
  supportedPaymentMethods: listOf(v.object({ id: text, name: shownText, minimum: maybe(wireMoney), maximum: maybe(wireMoney) })),
});
const createdSchema = v.object({ id: text, checkoutUrl: text });
const orderSchema = v.object({
  id: text,
  externalOrderId: maybe(text),
  status: text,
  orderType: maybe(text),
  fiat: maybe(text),
  fiatAmount: maybe(wireMoney),
  crypto: maybe(v.union([text, v.object({ id: text })])),
  blockchain: maybe(v.union([text, v.object({ id: text })])),
  cryptoAmount: maybe(wireMoney),
  walletAddress: maybe(text),
  transactionHash: maybe(text),
});
const hookSchema = v.object({ order_id: text, external_id: maybe(text), status: maybe(text), order_type: maybe(text) });

/** Banxa's hosted checkout (v2). */
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
        // The provider writes 0 while there is no transaction.
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

/** The provider needs a payment method: the one that was chosen, or its first. */
function chosen({ method, fiat, side, country }: Pick<OfferRequest, 'method' | 'fiat' | 'side' | 'country'>): RampMethod {
  const first =
    method ?? fiat.methods.find((each) => each.side === side && (country === null || (each.countries?.includes(country) ?? true)));
  if (first === undefined) throw notOffered(NAME, `It has no payment method for ${fiat.code}.`);
  return first;
}

function orderOf(request: CheckoutRequest, keys: BanxaKeys): Readonly<Record<string, unknown>> {
  const { terms, coin, fiat, redirectUrl } = request;
  return {
    ...{ paymentMethodId: chosen(request).code, crypto: coin.code, blockchain: coin.network, fiat: fiat.code },
    [terms.amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: terms.amount,
    ...{ walletAddress: terms.wallet, externalOrderId: terms.reference, externalCustomerId: banxaCustomer(keys.apiSecret, terms.wallet) },
    ...(redirectUrl === null ? {} : { redirectUrl }),
  };
}

function isFor(data: v.InferOutput<typeof quoteSchema>, { coin, fiat, amount, amountOf, method }: OfferRequest): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  const [echoed, other] = amountOf === 'fiat' ? [data.fiatAmount, data.cryptoAmount] : [data.cryptoAmount, data.fiatAmount];
  return (
    isSame(data.crypto, coin.code) &&
    isSame(data.blockchain, coin.network) &&
    isSame(data.fiat, fiat.code) &&
    (method === null || isSame(data.paymentMethodId, method.code)) &&
    compareDecimals(echoed, amount) === 0 &&
    compareDecimals(other, '0') > 0
  );
}

function coinsOf(bought: readonly v.InferOutput<typeof coinSchema>[], sold: readonly v.InferOutput<typeof coinSchema>[]): ListedCoin[] {
  const byKey = new Map<string, ListedCoin>();
  for (const [side, coins] of [
    ['buy', bought],
    ['sell', sold],
  ] as const) {
    for (const { id, description, blockchains } of coins) {
      for (const { id: network, address, unsupportedCountries } of blockchains) {
        const key = `${id} ${network}`;
        const before = byKey.get(key);
        byKey.set(key, {
          ...{ code: id, network, name: description, contract: address, statedChainId: null, ids: {}, limits: { buy: null, sell: null } },
          excludedCountries: [
            ...new Set([...(before?.excludedCountries ?? []), ...unsupportedCountries.map((code) => code.toUpperCase())]),
          ],
          sides: [...(before?.sides ?? []), side],
        });
      }
    }
  }
  return [...byKey.values()];
}

function fiatsOf(buys: readonly v.InferOutput<typeof fiatSchema>[], sells: readonly v.InferOutput<typeof fiatSchema>[]): RampFiat[] {
  const rows = [...buys.map((row) => ({ ...row, side: 'buy' as const })), ...sells.map((row) => ({ ...row, side: 'sell' as const }))];
  return [...Map.groupBy(rows, ({ id }) => id.toUpperCase())].map(([code, ofCurrency]) => ({
    ...{ code, id: null, countries: null, sides: ofCurrency.map(({ side }) => side) },
    methods: ofCurrency.flatMap(({ side, supportedPaymentMethods }) =>
      supportedPaymentMethods.map(({ id, name, minimum, maximum }) => ({
        ...{ code: id, name: name ?? id, kind: methodKindOf(id, name), side, countries: null, deliverySeconds: null },
        limits: minimum === null && maximum === null ? null : { min: minimum, max: maximum, currency: code },
      })),
    ),
  }));
}

function sideOf(orderType: string): RampSide {
  return orderType.toUpperCase().includes('SELL') ? 'sell' : 'buy';
}

function refusalOf(status: number, body: unknown, request: OfferRequest | null): ProviderFailure | null {
  if (status === 404) return new ProviderFailure('no-route', `${NAME} does not know this order or path.`);
  const said = body === null ? '' : JSON.stringify(body).toLowerCase();
  if (/minimum|maximum|limit|must be at least|must be between/.test(said) && request !== null)
    return amountRefused(NAME, limitsFor(request));
  if (/not support|unsupported|not available|invalid (crypto|fiat|blockchain|payment)|country/.test(said))
    return notOffered(NAME, 'It does not offer this pair, country or payment method.');
  return null;
}
