import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { maybe, shownText, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import { compareDecimals, subtractDecimals } from '../../../values/exact-decimals.ts';
import type { RampSide, RampStatus } from '../../../values/ramp-status.ts';
import { methodKindOf, statusOf } from '../provider-words.ts';
import { amountRefused, notOffered, requireSame, webhookNotGenuine } from '../ramp-failures.ts';
import type {
  CheckoutRequest,
  ListedCoin,
  OfferRequest,
  RampFiat,
  RampLimits,
  RampProvider,
  RampTraits,
  SignedPage,
} from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, isSameSecret, objectIn } from '../webhook-reading.ts';
import { listOf, wireMoney } from '../wire-money.ts';
import {
  type AlchemyPayKeys,
  alchemyPayBody,
  alchemyPayPage,
  alchemyPayPath,
  alchemyPaySign,
  alchemyPaySorted,
} from './alchemy-pay-signature.ts';

const NAME = 'alchemy-pay';

export const alchemyPayTraits: RampTraits = {
  name: NAME,
  title: 'Alchemy Pay',
  amounts: { buy: ['fiat'], sell: ['crypto'] },
  findsBy: ['reference', 'order-id'],
  networks: {
    ...{ eth: 1, op: 10, optimism: 10, bsc: 56, matic: 137, polygon: 137, base: 8453, arbitrum: 42161, avax: 43114 },
    ...{ sol: SOLANA_CHAIN_ID, trx: TRON_CHAIN_ID },
  },
  webhooks: 'signed',
  // The provider repeats a webhook until it receives exactly this text.
  acknowledgement: { body: 'success', contentType: 'text/plain;charset=utf-8' },
};

/** Statuses of purchases (words) and of sales (numbers). */
const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ PENDING: 'awaiting-payment', PAY_SUCCESS: 'paid', TRANSFER: 'delivering', FINISHED: 'completed' },
  ...{ PAY_FAIL: 'failed', CANCEL: 'cancelled', RISK_CONTROL: 'on-hold', REFUNDED: 'refunded' },
  ...{ '1': 'awaiting-payment', '2': 'paid', '3': 'delivering', '4': 'completed', '5': 'failed', '6': 'refunded', '7': 'expired' },
};

const text = wireText;
const envelope = v.object({ returnCode: text, returnMsg: shownText, data: v.optional(verbatim, null) });
const quoteSchema = v.object({
  crypto: maybe(text),
  fiat: maybe(text),
  network: maybe(text),
  cryptoQuantity: maybe(wireMoney),
  fiatQuantity: maybe(wireMoney),
  rampFee: maybe(wireMoney),
  networkFee: maybe(wireMoney),
  payWayCode: maybe(text),
});
const fiatRow = v.object({
  currency: text,
  country: maybe(text),
  payWayCode: text,
  payWayName: shownText,
  payMin: maybe(wireMoney),
  payMax: maybe(wireMoney),
});
const isOn = v.pipe(
  maybe(v.union([v.boolean(), wireText])),
  v.transform((value) => value === true || value === '1' || value === 'true'),
);
const coinRow = v.object({
  crypto: text,
  network: text,
  address: maybe(text),
  buyEnable: isOn,
  sellEnable: isOn,
  minPurchaseAmount: maybe(wireMoney),
  maxPurchaseAmount: maybe(wireMoney),
  minSellAmount: maybe(wireMoney),
  maxSellAmount: maybe(wireMoney),
});
const orderSchema = v.object({
  orderNo: maybe(text),
  merchantOrderNo: maybe(text),
  status: maybe(text),
  orderStatus: maybe(text),
  side: maybe(text),
  crypto: maybe(text),
  network: maybe(text),
  cryptoQuantity: maybe(wireMoney),
  fiat: maybe(text),
  amount: maybe(wireMoney),
  address: maybe(text),
  txHash: maybe(text),
  refundAmount: maybe(wireMoney),
  message: shownText,
});

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly query?: Record<string, string>; readonly body?: unknown };

/** Alchemy Pay: signed JSON requests, and a signed page for the checkout. */
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
    return { appId: keys.appId, timestamp, ...alchemyPayPage(page, keys, params, timestamp) };
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
        throw notOffered(NAME, `A ${side === 'buy' ? 'purchase' : 'sale'} is offered only by the amount that is paid.`);
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

    async readWebhook({ headers, body, pathAndQuery }) {
      const members = objectIn(NAME, bodyTextOf(NAME, body));
      const { signature: _old, newSignature, ...signed } = members;
      const timestamp = headers.get('timestamp') ?? '';
      const url = new URL(pathAndQuery, 'http://localhost');
      const path = alchemyPayPath(url.pathname, Object.fromEntries(url.searchParams));
      const expected = alchemyPaySign(keys.apiSecret, { timestamp, method: 'POST', path, body: alchemyPayBody(signed) });
      const isSigned = typeof newSignature === 'string' && /^[0-9]{13}$/.test(timestamp) && isSameSecret(newSignature, expected);
      if (!isSigned || signed.appId !== keys.appId) throw webhookNotGenuine(NAME);
      const { orderNo, merchantOrderNo, status, side } = parseReply(NAME, orderSchema, signed);
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

/** The parameters of the checkout page for a request. */
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

function boughtOf({ cryptoQuantity, fiatQuantity }: v.InferOutput<typeof quoteSchema>, amount: string) {
  if (cryptoQuantity === null) throw new ProviderFailure('malformed-reply', `${NAME} sent a purchase without an amount of crypto.`);
  requireSame(NAME, fiatQuantity === null || compareDecimals(fiatQuantity, amount) === 0);
  return { fiatAmount: amount, cryptoAmount: cryptoQuantity };
}

/** The stated amount of money is before the provider's fee. */
function soldOf({ fiatQuantity, rampFee }: v.InferOutput<typeof quoteSchema>, amount: string) {
  if (fiatQuantity === null || rampFee === null)
    throw new ProviderFailure('malformed-reply', `${NAME} sent a sale without an amount of money or without its fee.`);
  const fiatAmount = subtractDecimals(fiatQuantity, rampFee);
  if (compareDecimals(fiatAmount, '0') <= 0) throw amountRefused(NAME, null);
  return { fiatAmount, cryptoAmount: amount };
}

function isFor(
  { crypto, fiat, network, payWayCode }: v.InferOutput<typeof quoteSchema>,
  { coin, fiat: asked, method }: OfferRequest,
): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  return (
    isSame(crypto, coin.code) &&
    isSame(fiat, asked.code) &&
    isSame(network, coin.network) &&
    (method === null || isSame(payWayCode, method.code))
  );
}

function coinOf(row: v.InferOutput<typeof coinRow>): ListedCoin {
  const { crypto, network, address, buyEnable, sellEnable, minPurchaseAmount, maxPurchaseAmount, minSellAmount, maxSellAmount } = row;
  return {
    ...{ code: crypto, network, name: null, contract: address, excludedCountries: [], statedChainId: null, ids: {} },
    sides: [...(buyEnable ? ['buy' as const] : []), ...(sellEnable ? ['sell' as const] : [])],
    limits: { buy: limitsOf(minPurchaseAmount, maxPurchaseAmount, 'USD'), sell: limitsOf(minSellAmount, maxSellAmount, crypto) },
  };
}

function fiatsOf(buys: readonly v.InferOutput<typeof fiatRow>[], sells: readonly v.InferOutput<typeof fiatRow>[]): RampFiat[] {
  const rows = [...buys.map((row) => ({ ...row, side: 'buy' as const })), ...sells.map((row) => ({ ...row, side: 'sell' as const }))];
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency.toUpperCase());
  return [...byCurrency].map(([code, ofCurrency]) => ({
    ...{ code, id: null, countries: null },
    sides: (['buy', 'sell'] as const).filter((side) => ofCurrency.some((row) => row.side === side)),
    methods: ofCurrency.map(({ payWayCode, payWayName, country, side, payMin, payMax }) => ({
      ...{ code: payWayCode, name: payWayName ?? payWayCode, kind: methodKindOf(payWayName, KNOWN_WAYS[payWayCode] ?? null), side },
      countries: country === null ? null : [country.toUpperCase()],
      limits: limitsOf(payMin, payMax, code),
      deliverySeconds: null,
    })),
  }));
}

const KNOWN_WAYS: Readonly<Record<string, string>> = { '10001': 'card', '701': 'google pay' };

function limitsOf(min: string | null, max: string | null, currency: string): RampLimits | null {
  return min === null && max === null ? null : { min, max, currency };
}

/** Interprets a reply whose HTTP status is 200 and that reports a failure by its code. */
function refusalOf(code: string, message: string | null, limits: RampLimits | null): ProviderFailure {
  const said = (message ?? '').toLowerCase();
  if (code === '81003') return new ProviderFailure('unauthorized', `${NAME} refuses our signature (81003).`);
  if (/not exist|not found|no order/.test(said)) return new ProviderFailure('no-route', `${NAME} does not know this order.`);
  if (/minimum|maximum|limit|min amount|max amount|amount range/.test(said)) return amountRefused(NAME, limits);
  if (/not support|unsupported|not available/.test(said))
    return notOffered(NAME, 'It does not offer this pair, country or payment method.');
  return new ProviderFailure('rejected', `${NAME} refused the request with code ${code}.`);
}
